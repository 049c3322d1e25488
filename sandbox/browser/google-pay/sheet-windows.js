// Where a sheet, which has the wallet's origin, is shown: over the page, or in a separate window.

const script = /** @type {HTMLScriptElement} */ (document.currentScript)
export const providerOrigin = new URL(script.src).origin

/** @typedef {{ window: () => Window | null, close: () => void, onClosed: (handler: () => void) => void }} SheetWindow */

const popupName = 'google-pay-sheet'
const popupPollMs = 300

/** @param {string} path */
export function providerUrl(path) {
  const url = new URL(path, providerOrigin)
  url.searchParams.set('parent', location.origin)
  return url
}

/**
 * Opens a modal dialog with the sheet in a frame: the focus stays in it, and returns to the button.
 * @returns {SheetWindow}
 */
export function openOverlay() {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Google Pay')
  dialog.className = 'google-pay-sheet'
  dialog.style.cssText =
    'box-sizing:border-box;border:0;padding:0;margin:auto auto 0;width:min(100vw,480px);max-width:100vw;height:min(100dvh,680px);max-height:100dvh;border-radius:16px 16px 0 0;overflow:hidden;background:#ffffff;box-shadow:0 16px 48px rgb(0 0 0/.4)'
  const frame = document.createElement('iframe')
  frame.src = providerUrl('/gp/p/sheet').href
  frame.title = 'Google Pay'
  frame.style.cssText = 'display:block;border:0;width:100%;height:100%;color-scheme:light'
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  frame.focus()
  return {
    window: () => frame.contentWindow,
    close() {
      dialog.close()
      dialog.remove()
    },
    onClosed(handler) {
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        handler()
      })
    },
  }
}

/**
 * Opens a window during the click. It first shows a loading page, then the sheet in the same window. Returns null if
 * the browser blocks the window.
 * @returns {SheetWindow | null}
 */
export function openPopup() {
  const popup = window.open(providerUrl('/gp/p/loading').href, popupName, 'popup,width=600,height=600')
  if (!popup) return null
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let poll
  /** @param {MessageEvent} event */
  const showSheet = (event) => {
    if (event.source !== popup || event.origin !== providerOrigin || event.data.type !== 'loading') return
    removeEventListener('message', showSheet)
    window.open(providerUrl('/gp/p/sheet').href, popupName, 'popup,width=600,height=550')
  }
  addEventListener('message', showSheet)
  return {
    window: () => popup,
    close() {
      clearInterval(poll)
      removeEventListener('message', showSheet)
      popup.close()
    },
    onClosed(handler) {
      poll = setInterval(() => {
        if (popup.closed) handler()
      }, popupPollMs)
    },
  }
}

/**
 * Calls the wallet's server through a hidden frame. Resolves with its answer.
 * @param {string} path @param {unknown} data @returns {Promise<any>}
 */
export function askProvider(path, data) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.src = providerUrl(path).href
    frame.title = 'Google Pay'
    frame.tabIndex = -1
    frame.setAttribute('aria-hidden', 'true')
    frame.style.cssText = 'position:absolute;width:1px;height:1px;border:0;visibility:hidden'
    /** @param {MessageEvent} event */
    const listener = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return
      if (event.data.type === 'ready') frame.contentWindow?.postMessage({ type: 'ask', data }, providerOrigin)
      if (event.data.type !== 'answer') return
      removeEventListener('message', listener)
      frame.remove()
      resolve(event.data.answer)
    }
    addEventListener('message', listener)
    document.body.append(frame)
  })
}
