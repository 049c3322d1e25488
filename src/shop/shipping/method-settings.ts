import { parsePrice } from '../../platform/money/money.ts'
import { cutText } from '../../platform/storable-text.ts'
import { evaluateCost } from '../pricing/cost-formula.ts'
import type { ShippingMethod } from '../pricing/shipping.ts'

/** A shipping class; formulas refer to it by id. */
export type ShippingClass = { readonly id: number; readonly name: string; readonly slug: string }

/** One setting of a shipping method, for the API and the form. */
export type MethodSetting = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** A `title` is a heading without a value. */
  readonly type: 'text' | 'textarea' | 'select' | 'checkbox' | 'title'
  readonly default: string
  /** Value in a new method, if it differs from `default`. */
  readonly initial?: string
  readonly placeholder?: string
  readonly options?: Readonly<Record<string, string>>
  /** Validates a text; null if it is valid. */
  readonly problem?: (text: string) => string | null
}

export const methodKinds: Readonly<Record<ShippingMethod['kind'], { readonly title: string; readonly about: string }>> =
  {
    flat_rate: { title: 'Flat rate', about: 'A fixed amount, or a formula of pieces, weight and value.' },
    free_shipping: { title: 'Free shipping', about: 'Free from an amount on, or with a coupon.' },
    local_pickup: {
      title: 'Local pickup',
      about: 'Customers fetch their order. The taxes of the shop’s address apply, wherever they live.',
    },
  }

const formulaProblem = (text: string): string | null => {
  const evaluated = evaluateCost(text, { quantity: 1, itemsCents: 100 })
  if (!evaluated.ok) return evaluated.problem
  // Some parcels may bring a formula below zero, which means free. A formula that is always 0 is probably a mistake.
  const isSlip = evaluated.cents === 0 && /[1-9]/.test(text) && !text.includes('[')
  return isSlip ? 'This comes to nothing. Enter 0 if it is free.' : null
}
const amountProblem = (text: string): string | null =>
  text === '' || parsePrice(text) !== null
    ? formulaProblem(text)
    : `“${cutText(text, 50)}” is not an amount such as 12.50.`
const lengthProblem = (max: number) => (text: string) => (text.length > max ? `At most ${max} characters.` : null)

const title = (kind: ShippingMethod['kind']): MethodSetting => ({
  id: 'title',
  label: 'Name',
  hint: 'Shoppers see it in cart and checkout.',
  type: 'text',
  default: methodKinds[kind].title,
  problem: (text) => (text.trim() === '' ? 'A name is needed.' : lengthProblem(100)(text)),
})
const taxStatus: MethodSetting = {
  id: 'tax_status',
  label: 'Tax status',
  type: 'select',
  default: 'taxable',
  options: { taxable: 'Taxable', none: 'None' },
}
const formula = (id: string, label: string, hint?: string): MethodSetting => ({
  id,
  label,
  type: 'text',
  default: '',
  problem: formulaProblem,
  ...(hint ? { hint } : { placeholder: 'N/A' }),
})
const linesSetting = (id: string, label: string, hint: string): MethodSetting => ({
  id,
  label,
  hint,
  type: 'textarea',
  default: '',
  problem: lengthProblem(300),
})
const classSetting = (id: number | string): string => `class_cost_${id}`

const classSettings = (classes: readonly ShippingClass[]): readonly MethodSetting[] =>
  classes.length === 0
    ? []
    : [
        { id: 'class_costs', label: 'Shipping class costs', type: 'title', default: '' },
        ...classes.map(({ id, name }) => formula(classSetting(id), `“${name}” shipping class cost`)),
        formula('no_class_cost', 'No shipping class cost'),
        {
          id: 'type',
          label: 'Calculation type',
          type: 'select',
          default: 'class',
          options: { class: 'Each class adds its cost', order: 'Only the most expensive class adds its cost' },
        },
      ]

export const settingsOf = (kind: ShippingMethod['kind'], classes: readonly ShippingClass[]) =>
  settingsByKind(classes)[kind]

const settingsByKind = (
  classes: readonly ShippingClass[],
): Readonly<Record<ShippingMethod['kind'], readonly MethodSetting[]>> => ({
  flat_rate: [
    title('flat_rate'),
    taxStatus,
    formula(
      'cost',
      'Cost',
      'Without tax: 9.95, or a formula such as 10 + (2 * [qty]). There are [qty], [cost] of the items, [weight] in kg and [fee percent="10" min_fee="4"].',
    ),
    ...classSettings(classes),
  ],
  free_shipping: [
    title('free_shipping'),
    {
      id: 'requires',
      label: 'Free shipping requires',
      type: 'select',
      default: '',
      options: {
        '': 'No requirement',
        coupon: 'A valid free shipping coupon',
        min_amount: 'A minimum order amount',
        either: 'A minimum order amount OR coupon',
        both: 'A minimum order amount AND coupon',
      },
    },
    {
      id: 'min_amount',
      label: 'Minimum order amount',
      type: 'text',
      default: '',
      initial: '0',
      problem: amountProblem,
    },
    {
      id: 'ignore_discounts',
      label: 'The minimum is for the amount before discounts',
      type: 'checkbox',
      default: 'no',
    },
  ],
  local_pickup: [
    title('local_pickup'),
    taxStatus,
    { id: 'cost', label: 'Cost', type: 'text', default: '', problem: amountProblem },
    linesSetting('pickup_address', 'Address', 'Where to come; shown with the method, on the order and in its mails.'),
    linesSetting('pickup_hours', 'Hours', 'A line each, such as Mon–Fri 9:00–17:00.'),
  ],
})

export type MethodSettings = Readonly<Record<string, string>>
type StoredMethod = { readonly id: number; readonly kind: ShippingMethod['kind']; readonly settings: MethodSettings }

/** A stored method in the form that price calculation takes. */
export function methodOf({ id, kind, settings }: StoredMethod, classes: readonly ShippingClass[]): ShippingMethod {
  const text = (name: string, missing = '') => settings[name]?.trim() ?? missing
  const base = { instanceId: id, title: text('title', methodKinds[kind].title) }
  const taxable = text('tax_status') !== 'none'
  if (kind === 'free_shipping') {
    const requires = text('requires')
    const minAmountCents = requires === '' ? 0 : (parsePrice(text('min_amount')) ?? 0)
    return {
      ...base,
      kind,
      minAmountCents,
      requires: requires === 'coupon' || requires === 'either' || requires === 'both' ? requires : 'amount',
      ignoresDiscounts: text('ignore_discounts') === 'yes',
    }
  }
  const costCents = parsePrice(text('cost'))
  if (kind === 'local_pickup') {
    const place = [text('pickup_address'), text('pickup_hours')].filter((part) => part !== '').join('\n')
    return { ...base, kind, taxable, costCents: costCents ?? 0, ...(place === '' ? {} : { place }) }
  }
  const classCosts = [...classes.map((one) => [one.slug, text(classSetting(one.id))]), ['', text('no_class_cost')]]
  return {
    ...base,
    kind,
    taxable,
    costCents: costCents ?? 0,
    ...(costCents === null ? { cost: text('cost') } : {}),
    classCosts: classes.length === 0 ? {} : (Object.fromEntries(classCosts) as Record<string, string>),
    classRule: text('type') === 'order' ? 'most-expensive' : 'each',
  }
}
