// A new window, until its page sends the sheet.
const { parentOrigin = '' } = document.documentElement.dataset
window.opener?.postMessage({ type: 'loading' }, parentOrigin)

export {}
