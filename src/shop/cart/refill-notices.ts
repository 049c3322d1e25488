import { formatMoney, shopCurrency } from '../../platform/money/money.ts'
import type { FlashNotice } from '../../platform/web/flash.tsx'
import type { RefillProblem, RefillResult } from './refill-cart.ts'

/** Names in one notice; more would not fit into the flash cookie. */
const MAX_NAMES = 8

const headings: Readonly<Record<RefillProblem['kind'], string>> = {
  gone: 'No longer for sale',
  'sold-out': 'Sold out at the moment',
  fewer: 'Fewer are left than you had ordered',
  changed: 'Now sold in other choices, please choose again',
  'no-room': 'No room left in the cart for',
  price: 'At another price than last time',
}

function textOf(problem: RefillProblem): string {
  const name = `“${problem.name.length > 80 ? `${problem.name.slice(0, 79)}…` : problem.name}”`
  if (problem.kind === 'fewer') return `${name} (${problem.available} of ${problem.ordered})`
  if (problem.kind === 'price')
    return `${name} (${formatMoney(problem.currentCents, shopCurrency)} instead of ${formatMoney(problem.previousCents, shopCurrency)})`
  return name
}

export function refillNotices({ filled, problems }: Omit<RefillResult, 'cart'>, filledText: string): FlashNotice[] {
  const kinds = Object.keys(headings) as RefillProblem['kind'][]
  const notices = kinds.flatMap((kind): FlashNotice[] => {
    const texts = problems.filter((problem) => problem.kind === kind).map(textOf)
    if (texts.length === 0) return []
    const more = texts.length > MAX_NAMES ? ` and ${texts.length - MAX_NAMES} more` : ''
    const text = `${headings[kind]}: ${texts.slice(0, MAX_NAMES).join(', ')}${more}.`
    return [{ kind: kind === 'fewer' || kind === 'price' ? 'info' : 'error', text }]
  })
  const success: FlashNotice[] = filled === 0 ? [] : [{ kind: 'success', text: filledText }]
  return [...success, ...notices]
}
