import type { WalletOrigins } from '../define-wallet.tsx'

const stripeOrigin = 'https://js.stripe.com'
const googleOrigin = 'https://pay.google.com'

/** What replaces the payment provider's script replaces Google's as well. */
const isReplaced = (stripeScriptUrl: string): boolean => new URL(stripeScriptUrl).origin !== stripeOrigin

export const googlePayScriptUrl = (stripeScriptUrl: string): string =>
  `${isReplaced(stripeScriptUrl) ? new URL(stripeScriptUrl).origin : googleOrigin}/gp/p/js/pay.js`

/** Browsers read the manifest behind google.com/pay; the button is a style element and pictures. */
export const googlePayOrigins = (stripeScriptUrl: string): WalletOrigins | null =>
  isReplaced(stripeScriptUrl)
    ? null
    : {
        script: [googleOrigin],
        frame: [googleOrigin],
        connect: [googleOrigin, 'https://google.com/pay', 'https://www.google.com/pay'],
        image: ['https://www.gstatic.com'],
        style: ["'unsafe-inline'"],
      }
