/**
 * The script that keeps what is typed before the page is hydrated, so that a post without signal leaves it on the device. It writes
 * the draft that `app/forms/form-draft.ts` reads: what was changed, into the draft of before where there is one. A page that answers a
 * post with a receipt ends the draft.
 */
export function keepTyped(html: string): string {
  return html.includes('class="lead-form"') ? html.replace('</body>', () => `<script>${script}</script></body>`) : html;
}

const script = `try{let f=document.querySelector(".lead-form"),n="draft:"+f.dataset.slug,s=[sessionStorage,localStorage],v=()=>Object.fromEntries(new FormData(f)),b=v(),d=JSON.parse(s[0][n]||s[1][n]||0)||{page:Date.now()},w=x=>s.forEach(a=>x?a[n]=JSON.stringify(x):delete a[n]);document.querySelector(".receipt")&&w(d=0);["input","submit","reset"].forEach(t=>f.addEventListener(t,()=>{let c=v(),k;for(k in c)c[k]==b[k]&&delete c[k];f.kept||w(t!="reset"&&{...d,at:Date.now(),values:{...d.values,...c}})}))}catch{}`;
