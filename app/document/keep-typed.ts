/**
 * The script that keeps what is typed before the page is hydrated, so that a post without signal leaves it on the device. It comes
 * right after the form, before the rest of the page, which takes time on a slow line. It writes the draft that
 * `app/forms/form-draft.ts` reads: what was changed, into the draft of before where there is one. A reset ends the draft, and so does a
 * page that answers a post with a receipt, the first time: loaded again it leaves what was typed below the receipt. The photographs of the
 * draft go to the claim of the receipt (app/forms/posted-photographs.ts). A draft of more than 30 days is ignored. `changed`
 * makes the page's script copy it (app/forms/browser-storage.ts). It reads the fields one by one: a FormData of a text area lays out the
 * whole page first, before it is painted. What the browser puts back into the fields by itself on Back, once the page has come, goes where
 * the device has no draft any more: the claim was removed from it. Not once something was typed, which would go too.
 */
export const keepTypedScript = `try{let f=document.querySelector(".lead-form"),n="draft:"+f.dataset.slug,p="photographs:"+f.dataset.slug,r=document.querySelector(".receipt-reference"),s=[sessionStorage,localStorage],v=()=>{let o={};for(let e of f.elements)!e.name||/file|submit/.test(e.type)||/radio|checkbox/.test(e.type)&&!e.checked||(o[e.name]=e.value);return o},b,y=(performance.getEntriesByType("navigation")[0]||{}).type,g=()=>f.kept||(f.kept=1,f.reset(),f.kept=0),e={page:Date.now()},d=JSON.parse(s[0][n]||s[1][n]||0),w=x=>s.forEach(a=>x?a[n]=JSON.stringify(x):delete a[n],s[1].changed=Date.now());d=d&&e.page-d.at<2592e6?d:e;y=="back_forward"&&!d.values&&!s[0][p]&&(g(),document.addEventListener("DOMContentLoaded",()=>setTimeout(()=>y&&g())));b=v();r&&(y=="navigate"|s[0]["posted:"+n]!=r.textContent)&&(w(0,d=e),s[0][p]&&(s[0]["posted-"+p]=s[0][p]),delete s[0][p],s[0]["posted:"+n]=r.textContent);["input","submit","reset"].forEach(t=>f.addEventListener(t,()=>{let c=v(),k;y=0;for(k in c)c[k]==b[k]&&delete c[k];f.kept||(t=="reset"?w(0,d=e,delete s[0][p]):w({...d,at:Date.now(),values:{...d.values,...c}}))}))}catch{}`;
