// The sheet in place of the page: it returns to the page with its result in the URL's hash, encrypted by the wallet.
import { askProvider, providerUrl } from './sheet-windows.js'

const mark = '#gpay='
const stateKey = 'google-pay-redirect'

/** @typedef {{ status: string, data?: any, text?: string }} Outcome */

/**
 * Leaves the page for the sheet. The state ties the result to this visit, so that a link from elsewhere cannot bring a
 * result.
 * @param {object} request
 */
export function leaveForSheet(request) {
  const state = crypto.randomUUID()
  sessionStorage.setItem(stateKey, state)
  const url = providerUrl('/gp/p/sheet')
  const back = new URL(location.href)
  back.hash = ''
  url.searchParams.set('return_url', back.href)
  url.hash = encodeURIComponent(JSON.stringify({ request, state }))
  location.assign(url)
}

/**
 * Calls back with a result that returns, now or when the hash changes: removes it from the URL and has the wallet
 * decrypt it.
 * @param {(outcome: Outcome) => void} onOutcome
 */
export function listenForResult(onOutcome) {
  const take = async () => {
    if (!location.hash.startsWith(mark)) return
    const sealed = location.hash.slice(mark.length)
    history.replaceState(history.state, '', location.pathname + location.search)
    const state = sessionStorage.getItem(stateKey)
    sessionStorage.removeItem(stateKey)
    const opened = await askProvider('/gp/p/result', { sealed })
    if (opened && state !== null && opened.state === state) onOutcome(opened.outcome)
    else console.warn('Google Pay: a result that does not belong to this visit was ignored.')
  }
  addEventListener('hashchange', take)
  void take()
}
