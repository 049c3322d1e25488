import cardFrameStyle from './browser/card-frame.css?raw'
import cardFrameScript from './browser/card-frame.js?raw'
import cardNumberScript from './browser/card-number.js?raw'
import controllerScript from './browser/controller-frame.js?raw'
import elements from './browser/elements.js?raw'
import emitter from './browser/emitter.js?raw'
import expressCheckout from './browser/express-checkout.js?raw'
import pageFrames from './browser/page-frames.js?raw'
import paymentRequest from './browser/payment-request.js?raw'
import paymentSheetStyle from './browser/payment-sheet.css?raw'
import paymentSheetScript from './browser/payment-sheet.js?raw'
import paymentSheetDialog from './browser/payment-sheet-dialog.js?raw'
import providerApiScript from './browser/provider-api.js?raw'
import stripeScript from './browser/stripe-script.js?raw'
import threeDSecureStyle from './browser/three-d-secure.css?raw'
import threeDSecureScript from './browser/three-d-secure.js?raw'

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** Browser files of the sandbox, served without a build step. */
export const frameAssets: Record<string, { type: string; text: string }> = {
  '/v3/card-frame.css': { type: style, text: cardFrameStyle },
  '/v3/card-frame.js': { type: script, text: cardFrameScript },
  '/v3/card-number.js': { type: script, text: cardNumberScript },
  '/v3/controller-frame.js': { type: script, text: controllerScript },
  '/v3/payment-sheet.css': { type: style, text: paymentSheetStyle },
  '/v3/payment-sheet.js': { type: script, text: paymentSheetScript },
  '/v3/provider-api.js': { type: script, text: providerApiScript },
  '/v3/three-d-secure.css': { type: style, text: threeDSecureStyle },
  '/v3/three-d-secure.js': { type: script, text: threeDSecureScript },
}

const parts = [emitter, pageFrames, paymentSheetDialog, paymentRequest, expressCheckout, elements, stripeScript]

/** The script that a shop's page loads. It defines `window.Stripe`. */
export const shopScript = `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
