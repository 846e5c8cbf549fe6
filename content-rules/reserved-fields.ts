/** Names that no added field may have, besides those of the forms' own fields. */
export function isReserved(name: string): boolean {
  return (
    name in {} || /^(?:on[a-z]+|aria[A-Z].*)$/.test(name) || [sent, ofPages, ofElements].some((names) => names.includes(name))
  );
}

/** On the wire, in exports, and beside the answers of a form. */
const sent = listOf(
  'formName formData form_name id reference createdAt dueAt consent language via source foundUs howDidYouFindUs',
);

/** Beside answers in the forms of a claim's page and of the desk. */
const ofPages = listOf('act part key other answers endsLink text reason line outcome');

/** The properties of a form element, in whose place a control of that name would be: scripts could not send the form. */
const ofElements = listOf(`
  acceptCharset accessKey action addEventListener after animate append appendChild assignedSlot attachInternals attachShadow
  attributeStyleMap attributes autocapitalize autocomplete autocorrect autofocus baseURI before blur checkValidity
  checkVisibility childElementCount childNodes children classList className click clientHeight clientLeft clientTop
  clientWidth cloneNode closest compareDocumentPosition computedStyleMap contains contentEditable customElementRegistry
  dataset dir dispatchEvent draggable editContext elements encoding enctype enterKeyHint firstChild firstElementChild focus
  getAnimations getAttribute getAttributeNS getAttributeNames getAttributeNode getBoundingClientRect getClientRects
  getElementsByClassName getElementsByTagName getHTML getRootNode hasAttribute hasAttributes hasChildNodes hasPointerCapture
  hidden hidePopover inert innerHTML innerText inputMode insertAdjacentElement insertAdjacentHTML insertAdjacentText
  insertBefore isConnected isContentEditable isEqualNode isSameNode lang lastChild lastElementChild length localName matches
  method moveBefore namespaceURI nextElementSibling nextSibling noValidate nodeName nodeType nodeValue nonce normalize
  offsetHeight offsetLeft offsetParent offsetTop offsetWidth outerHTML outerText ownerDocument parentElement parentNode part
  popover prefix prepend previousElementSibling previousSibling querySelector querySelectorAll rel relList
  releasePointerCapture remove removeAttribute removeAttributeNode removeChild removeEventListener replaceChild
  replaceChildren replaceWith reportValidity requestFullscreen requestPointerLock requestSubmit reset role scroll scrollBy
  scrollHeight scrollIntoView scrollLeft scrollTo scrollTop scrollWidth setAttribute setAttributeNS setAttributeNode setHTML
  setPointerCapture shadowRoot showPopover slot spellcheck startViewTransition style submit tabIndex tagName target
  textContent title toggleAttribute togglePopover translate virtualKeyboardPolicy when writingSuggestions
`);

function listOf(names: string): string[] {
  return names.trim().split(/\s+/);
}
