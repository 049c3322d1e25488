import accountScript from './browser/google-pay/account.js?raw'
import buttonScript from './browser/google-pay/button.js?raw'
import buttonFrame from './browser/google-pay/button-frame.js?raw'
import callbacksScript from './browser/google-pay/callbacks.js?raw'
import cardTokenScript from './browser/google-pay/card-token.js?raw'
import checksScript from './browser/google-pay/checks.js?raw'
import conversationScript from './browser/google-pay/conversation.js?raw'
import loadingWindow from './browser/google-pay/loading-window.js?raw'
import paymentDataScript from './browser/google-pay/payment-data.js?raw'
import clientScript from './browser/google-pay/payments-client.js?raw'
import redirectScript from './browser/google-pay/redirect.js?raw'
import resultFrame from './browser/google-pay/result-frame.js?raw'
import sheetStyle from './browser/google-pay/sheet.css?raw'
import sheetScript from './browser/google-pay/sheet.js?raw'
import sheetChannel from './browser/google-pay/sheet-channel.js?raw'
import sheetView from './browser/google-pay/sheet-view.js?raw'
import sheetWindows from './browser/google-pay/sheet-windows.js?raw'
import statusesScript from './browser/google-pay/statuses.js?raw'
import settingsScript from './browser/google-pay/wallet-settings.js?raw'
import providerApiScript from './browser/provider-api.js?raw'

const script = 'text/javascript; charset=utf-8'

/** Files of the wallet's pages. */
export const googlePayAssets: Record<string, { type: string; text: string }> = {
  '/gp/p/js/account.js': { type: script, text: accountScript },
  '/gp/p/js/button-frame.js': { type: script, text: buttonFrame },
  '/gp/p/js/card-token.js': { type: script, text: cardTokenScript },
  '/gp/p/js/loading-window.js': { type: script, text: loadingWindow },
  '/gp/p/js/payment-data.js': { type: script, text: paymentDataScript },
  '/gp/p/js/result-frame.js': { type: script, text: resultFrame },
  '/gp/p/js/sheet-channel.js': { type: script, text: sheetChannel },
  '/gp/p/js/sheet-view.js': { type: script, text: sheetView },
  '/gp/p/js/sheet.js': { type: script, text: sheetScript },
  '/gp/p/provider-api.js': { type: script, text: providerApiScript },
  '/gp/p/sheet.css': { type: 'text/css; charset=utf-8', text: sheetStyle },
}

const modules = [
  statusesScript,
  checksScript,
  callbacksScript,
  settingsScript,
  sheetWindows,
  conversationScript,
  redirectScript,
  buttonScript,
  clientScript,
]

/**
 * The script that a shop's page loads; it defines `google.payments.api`. It is a classic script like the real one, with
 * its modules in one scope.
 */
export const payScript = `(() => {\n'use strict'\n${modules.map(withoutModuleSyntax).join('\n')}\n})()\n`

function withoutModuleSyntax(text: string): string {
  return text.replaceAll(/^import [^']+'[^']+'\n/gm, '').replaceAll(/^export /gm, '')
}
