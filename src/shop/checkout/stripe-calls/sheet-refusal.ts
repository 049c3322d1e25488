import { renderToStaticMarkup } from 'react-dom/server'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { plainText } from '../../../platform/web/plain-text.ts'
import { refusalJson } from '../../risk/checkout-throttle.ts'
import { sheetData, sheetUpdate } from '../../wallets/display-items.ts'
import { sheetOfTotal } from '../../wallets/sheet.ts'
import type { WalletErrorReason } from '../../wallets/wallet-client.ts'
import { errorHtml } from '../checkout-notices.tsx'
import type { SubmitRefusal } from '../submit-checkout.ts'

type Sheet = { readonly wallet: string; readonly shopCountry: string }

/** A refusal of the `checkout` call: for the platform's scripts as a list of errors, for a sheet as text and reason. */
export function sheetRefusal(refused: SubmitRefusal, sheet: Sheet) {
  const { notices, refusal } = refused
  const { code, reason } = kindOf(refused)
  return {
    ...{ result: 'failure', messages: errorHtml(notices), reload: false },
    ...{ code, reason, message: stockText(refused) ?? textOf(notices) },
    ...newSheet(refused, sheet),
    ...refusalJson(refusal),
  }
}

/** The error list as one plain text. Links that only lead back are left out: a sheet has none. */
const textOf = (notices: NoticeList): string =>
  notices.map(({ text }) => decoded(plainText(withoutBackLinks(renderToStaticMarkup(text)))).trim()).join(' ')

const withoutBackLinks = (html: string): string => html.replace(/<a [^>]*class="wc-backward"[^>]*>[^<]*<\/a>/g, '')

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
/** What rendering has escaped. */
const decoded = (html: string): string =>
  html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? '')

/** In a sheet there is no cart to edit. */
function stockText({ outcome }: SubmitRefusal): string | null {
  if (outcome?.kind !== 'refused') return null
  const { problem } = outcome
  if (problem.kind !== 'lines' && problem.kind !== 'insufficient-stock') return null
  const texts = problem.lines.map(({ name, ...line }) => {
    const stock = 'problem' in line ? line.problem : line
    const available = 'available' in stock ? stock.available : 0
    return available > 0 ? `Only ${available} of “${name}” are left.` : `“${name}” has sold out.`
  })
  return `${texts.join(' ')} Nothing was charged.`
}

type Kind = { readonly code: string; readonly reason: WalletErrorReason }

function kindOf({ outcome, notices }: SubmitRefusal): Kind {
  if (outcome?.kind === 'declined') return { code: 'payment_declined', reason: 'PAYMENT_DATA_INVALID' }
  switch (outcome?.problem.kind) {
    case 'total-changed':
      return { code: 'total_changed', reason: 'OTHER_ERROR' }
    case 'lines':
    case 'insufficient-stock':
      return { code: 'out_of_stock', reason: 'OTHER_ERROR' }
    case 'no-shipping':
      return { code: 'no_shipping', reason: 'SHIPPING_ADDRESS_UNSERVICEABLE' }
    case 'coupons':
      return { code: 'coupons_changed', reason: 'OFFER_INVALID' }
    case 'throttled':
      return { code: 'too_many_attempts', reason: 'OTHER_ERROR' }
    case undefined:
      return fieldKind(notices)
    default:
      return { code: 'checkout_refused', reason: 'OTHER_ERROR' }
  }
}

/** Fields of the sheet: the shipping address, or the payer and their card. */
function fieldKind(notices: NoticeList): Kind {
  const fields = notices.flatMap(({ field }) => field ?? [])
  if (fields.length === 0) return { code: 'checkout_refused', reason: 'OTHER_ERROR' }
  const isShipping = fields.some((name) => name.startsWith('shipping_'))
  return { code: 'invalid_fields', reason: isShipping ? 'SHIPPING_ADDRESS_INVALID' : 'PAYMENT_DATA_INVALID' }
}

/** What the sheet has to show before the buyer authorizes again. */
function newSheet({ outcome }: SubmitRefusal, { wallet, shopCountry }: Sheet) {
  if (outcome?.kind !== 'refused' || outcome.problem.kind !== 'total-changed') return {}
  const sheet = sheetOfTotal(outcome.problem.total)
  return { data: { ...sheetData(sheet, wallet), ...sheetUpdate(sheet, wallet, shopCountry) } }
}
