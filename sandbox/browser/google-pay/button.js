// The button that a page shows. It works as soon as it is drawn; a frame then adds the buyer's card.
import { buttonProblem } from './checks.js'
import { providerOrigin, providerUrl } from './sheet-windows.js'

const loadTimeoutMs = 5000
/** If a frame has loaded and sends no message within this time, it shows an error page. */
const silenceMs = 500

/** @typedef {Record<string, any>} Options */

/** Colours of each `buttonColor`. @type {Record<string, [background: string, text: string]>} */
const colors = { black: ['#000000', '#ffffff'], default: ['#000000', '#ffffff'], white: ['#ffffff', '#1f1f1f'] }
/** @type {Record<string, string>} */
const words = { buy: 'Buy with', pay: 'Pay with', checkout: 'Checkout with', order: 'Order with', plain: '' }

const rules = `
.gpay-button { position: relative; box-sizing: border-box; min-width: 160px; min-height: 40px; padding: 0 16px; border: 1px solid #747775; cursor: pointer; font: 500 16px/1 system-ui, sans-serif; overflow: hidden }
.gpay-button:focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px }
.gpay-button:disabled { cursor: not-allowed; opacity: 0.4 }
.gpay-button > iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; pointer-events: none; color-scheme: light }
.gpay-button-fill, .gpay-button-fill > .gpay-button { width: 100%; height: 100% }
`
let hasRules = false

/** @param {Options} options @returns {HTMLElement} */
export function createButton(options) {
  const problem = buttonProblem(options)
  if (problem) throw problem
  if (!hasRules) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
    hasRules = true
  }
  const { buttonColor = 'default', buttonType = 'buy', buttonLocale = 'en', buttonRadius = 4 } = options
  const [background, text] = colors[buttonColor] ?? ['#000000', '#ffffff']
  const word = words[buttonType] ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `gpay-button ${buttonColor} ${buttonType} ${buttonLocale}`
  button.setAttribute('aria-label', `${word} Google Pay`.trim().replace(/ with Google/, ' with Google'))
  button.style.cssText = `background:${background};color:${text};border-radius:${buttonRadius}px`
  button.textContent = `${word} G Pay`.trim()
  button.addEventListener('click', (event) => options.onClick(event))
  if (buttonType === 'buy') addFrame(button, { background: background.slice(1), text: text.slice(1) })

  const root = document.createElement('div')
  if (options.buttonSizeMode === 'fill') root.className = 'gpay-button-fill'
  root.append(button)
  return root
}

/**
 * Adds the buyer's card in a frame of the wallet, so that the page cannot read it. If the frame does not respond, the
 * plain button remains, and the frame emits an `error` event.
 * @param {HTMLButtonElement} button @param {Record<string, string>} look
 */
function addFrame(button, look) {
  const url = providerUrl('/gp/p/button')
  for (const [name, value] of Object.entries(look)) url.searchParams.set(name, value)
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = 'Google Pay'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.style.visibility = 'hidden'
  /** @param {string} problem */
  const fail = (problem) => {
    stop()
    frame.remove()
    console.warn(`Google Pay: the button's frame ${problem}.`)
    frame.dispatchEvent(new Event('error'))
  }
  const timer = setTimeout(() => fail('timed out'), loadTimeoutMs)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence
  /** @param {MessageEvent} event */
  const listener = (event) => {
    if (event.source !== frame.contentWindow || event.origin !== providerOrigin) return
    stop()
    frame.style.visibility = 'visible'
    frame.dispatchEvent(new Event('gpay-ready'))
  }
  const stop = () => {
    clearTimeout(timer)
    clearTimeout(silence)
    removeEventListener('message', listener)
  }
  addEventListener('message', listener)
  frame.addEventListener('load', () => {
    if (frame.style.visibility === 'hidden') silence = setTimeout(() => fail('failed to load'), silenceMs)
  })
  button.append(frame)
}
