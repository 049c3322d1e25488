// How a sheet communicates: with the page that opened it, or, if it replaced the page, only by the URL it returns to.

/** @typedef {Record<string, any>} Fields */
/**
 * @typedef {{
 *   onOpen: (handler: (request: Fields) => void) => void,
 *   update: (data: Fields) => Promise<Fields>,
 *   authorize: (data: Fields) => Promise<Fields>,
 *   paid: (data: Fields) => void,
 *   end: (status: string, text?: string) => void,
 * }} SheetChannel
 */

/**
 * The channel to the page behind a frame or a window; the server has checked its origin.
 * @param {string} origin @returns {SheetChannel}
 */
function channelToPage(origin) {
  const page = /** @type {Window} */ (window.opener ?? parent)
  /** @type {(answer: Fields) => void} */
  let onAnswer = () => {}
  /** @type {(request: Fields) => void} */
  let open = () => {}
  /** @param {Fields} message */
  const tell = (message) => page.postMessage(message, origin)
  /** @param {Fields} message @returns {Promise<Fields>} */
  const ask = (message) => {
    tell(message)
    return new Promise((resolve) => {
      onAnswer = resolve
    })
  }
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== page || from !== origin) return
    if (data.type === 'open') open(data.request)
    if (data.type === 'answer') onAnswer(data.answer)
  })
  return {
    onOpen(handler) {
      open = handler
      tell({ type: 'ready' })
    },
    update: (data) => ask({ type: 'change', data }),
    authorize: (data) => ask({ type: 'authorize', data }),
    paid: (data) => tell({ type: 'paid', data }),
    end: (status, text) => tell({ type: 'end', status, text }),
  }
}

/**
 * The channel of a sheet that replaced its page. No page can answer: amounts stay those of the request, and the page
 * decides when it receives the result.
 * @param {string} returnUrl @returns {SheetChannel}
 */
function channelToUrl(returnUrl) {
  const { request, state } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  history.replaceState(null, '', location.pathname + location.search)
  /** @param {Fields} outcome */
  const leave = async (outcome) => {
    const response = await fetch('/gp/p/results', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ origin: new URL(returnUrl).origin, state, outcome }),
    })
    const { sealed } = await response.json()
    location.replace(`${returnUrl}#gpay=${sealed}`)
  }
  return {
    onOpen: (handler) => handler({ ...request, callbackIntents: [] }),
    update: async () => ({}),
    authorize: async () => ({ transactionState: 'SUCCESS' }),
    paid: (data) => void leave({ status: 'SUCCESS', data }),
    end: (status, text) => void leave({ status, text }),
  }
}

/** @returns {SheetChannel} */
export function openChannel() {
  const { parentOrigin = '', returnUrl } = document.documentElement.dataset
  return returnUrl ? channelToUrl(returnUrl) : channelToPage(parentOrigin)
}
