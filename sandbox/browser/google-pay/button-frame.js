// The inside of a button, with the buyer's card. It only reports that it was drawn.
const { parentOrigin = '', background, text } = document.documentElement.dataset
document.body.style.cssText = `background:#${background};color:#${text}`
parent.postMessage({ type: 'drawn' }, parentOrigin)

export {}
