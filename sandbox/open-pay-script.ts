import { createContext, runInContext } from 'node:vm'
import { payScript } from './google-pay-assets.ts'

type Api = typeof google.payments.api
type Message = Record<string, unknown>
type Timer = { readonly run: () => void; readonly ms: number }

const provider = 'http://sandbox.test'

/** Runs the wallet's script in a simulated page. Its sheet is a window whose messages the test sends. */
export function openPayScript(changes: { readonly isSecureContext?: boolean; readonly wallets?: object } = {}) {
  const listeners = new Set<(event: object) => void>()
  const timers: Timer[] = []
  /** Messages that the page has posted to its sheet. */
  const posted: Message[] = []
  const sheet = { closed: false, close() {}, postMessage: (message: Message) => posted.push(message) }
  const opened: string[] = []
  const stored = new Map([['sandbox-wallets', JSON.stringify({ mode: 'popup', ...changes.wallets })]])
  const page = {
    URL,
    crypto,
    console,
    isSecureContext: changes.isSecureContext ?? true,
    document: { currentScript: { src: `${provider}/gp/p/js/pay.js` } },
    location: {
      origin: 'http://shop.test',
      href: 'http://shop.test/tea/',
      hash: '',
      assign: (url: string) => opened.push(url),
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    matchMedia: () => ({ matches: false }),
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: object) => void) => listeners.delete(listener),
    setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
    clearTimeout() {},
    setInterval() {},
    clearInterval() {},
    open(url: string, name: string, features: string) {
      opened.push(`${name} ${features} ${new URL(url).pathname}`)
      return sheet
    },
  }
  const context = createContext(Object.assign(page, { window: page }))
  runInContext(payScript, context)
  return {
    api: (page as unknown as { google: { payments: { api: Api } } }).google.payments.api,
    opened,
    posted,
    timers,
    /** Sends a message to the page, as the sheet's window would post it. */
    async say(data: Message, source: object = sheet, origin = provider): Promise<void> {
      for (const listener of [...listeners]) listener({ source, origin, data })
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    },
  }
}
