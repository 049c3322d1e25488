import type { WalletOrigins } from '../define-wallet.tsx'

const stripeOrigin = 'https://js.stripe.com'
const googleOrigin = 'https://pay.google.com'

/** What replaces the payment provider's script replaces Google's as well. */
const isReplaced = (stripeScriptUrl: string): boolean => new URL(stripeScriptUrl).origin !== stripeOrigin

/** URL of the script that defines `google.payments.api`. */
export const googlePayScriptUrl = (stripeScriptUrl: string): string =>
  `${isReplaced(stripeScriptUrl) ? new URL(stripeScriptUrl).origin : googleOrigin}/gp/p/js/pay.js`

/**
 * What Google's script needs in the Content-Security-Policy: browsers read the manifest of the payment handler behind
 * google.com/pay, the button is drawn with a style element and pictures. A replacement makes do with the provider's.
 */
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
