// The inside of a button: the buyer's card. It only tells that it is drawn.
const { parentOrigin = '', background, text } = document.documentElement.dataset
document.body.style.cssText = `background:#${background};color:#${text}`
parent.postMessage({ type: 'drawn' }, parentOrigin)

export {}
