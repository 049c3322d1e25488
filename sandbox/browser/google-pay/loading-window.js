// The content of a new window until the page opens the sheet in it.
const { parentOrigin = '' } = document.documentElement.dataset
window.opener?.postMessage({ type: 'loading' }, parentOrigin)

export {}
