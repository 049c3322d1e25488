import type { WalletOrigins } from '../define-wallet.tsx'

const stripeOrigin = 'https://js.stripe.com'
const googleOrigin = 'https://pay.google.com'

/** A test script that replaces the payment provider's also replaces Google's. */
const isReplaced = (stripeScriptUrl: string): boolean => new URL(stripeScriptUrl).origin !== stripeOrigin

export const googlePayScriptUrl = (stripeScriptUrl: string): string =>
  `${isReplaced(stripeScriptUrl) ? new URL(stripeScriptUrl).origin : googleOrigin}/gp/p/js/pay.js`

/** Includes the payment manifest at google.com/pay; the button needs a style element and images. */
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
