/** The key in the tab's storage, and the class of the document: no space is kept for wallets. */
export const NO_WALLETS = 'no-wallets'

/** For the head of pages with wallets, after the classes of the document have been set. */
export const noWalletsScript = `try{if(sessionStorage.getItem('${NO_WALLETS}'))document.documentElement.className+=' ${NO_WALLETS}'}catch(e){}`
