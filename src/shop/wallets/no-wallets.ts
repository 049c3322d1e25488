/** Key in the session storage, and class of the document: no space is reserved for wallets. */
export const NO_WALLETS = 'no-wallets'

/** For the head of pages with wallets, after the script that sets the document's classes. */
export const noWalletsScript = `try{if(sessionStorage.getItem('${NO_WALLETS}'))document.documentElement.className+=' ${NO_WALLETS}'}catch(e){}`
