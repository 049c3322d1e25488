import { type ComponentProps, type ReactNode, useId } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form.module.css'
import { Check, EditForm } from '../../../platform/admin/form.tsx'
import type { CouponJson } from '../rest/coupon-json.ts'
import styles from './coupon-screen.module.css'

type FormProps = Omit<ComponentProps<typeof EditForm<CouponFields, CouponJson>>, 'children'>

const discountTypes = [
  ['percent', 'Percentage discount'],
  ['fixed_cart', 'Fixed amount off the cart'],
  ['fixed_product', 'Fixed amount off each item'],
] as const

/** Coupon form: discount, dates, restrictions, limits. */
export function CouponForm(props: FormProps) {
  return (
    <EditForm {...props}>
      {(values, change) => {
        const text = (name: TextField, label: string, options: FieldOptions = {}) => (
          <Field label={label} value={values[name]} onChange={(value) => change(name, value)} {...options} />
        )
        const check = (name: CheckField, label: string) => (
          <Check label={label} checked={values[name]} onChange={(isChecked) => change(name, isChecked)} />
        )
        const kind = values.discount_type
        return (
          <>
            <Group title="Discount">
              {text('code', 'Code', { hint: 'Upper or lower case makes no difference.', required: true })}
              {text('description', 'Note for yourself')}
              <DiscountTypeSelect kind={kind} onChange={(chosen) => change('discount_type', chosen)} />
              {text('amount', kind === 'percent' ? 'Percent' : 'Amount in dollars', {
                hint: 'Leave it empty for free shipping only.',
                inputMode: 'decimal',
              })}
              {check('free_shipping', 'Free shipping')}
              {check('is_on', 'Switched on')}
            </Group>
            <Group title="When it applies">
              {text('date_starts', 'From', {
                type: 'datetime-local',
                hint: 'In the shop’s time zone. Leave it empty to start now.',
              })}
              {text('date_expires', 'Until', { type: 'datetime-local', hint: 'Leave it empty for no end date.' })}
              {text('minimum_amount', 'Minimum spend', { inputMode: 'decimal', hint: 'Subtotal before discounts.' })}
              {text('maximum_amount', 'Maximum spend', { inputMode: 'decimal' })}
              {check('individual_use', 'Cannot be combined with other coupons')}
            </Group>
            <Group title="Products">
              {text('product_ids', 'Only these products', { hint: 'Product IDs, separated by commas.' })}
              {text('excluded_product_ids', 'Exclude these products')}
              {text('product_categories', 'Only these categories', {
                hint: 'Category IDs, separated by commas. Subcategories are included.',
              })}
              {text('excluded_product_categories', 'Exclude these categories')}
              {text('limit_usage_to_x_items', 'Maximum items discounted', {
                inputMode: 'numeric',
                hint: 'The most expensive first.',
              })}
              {check('exclude_sale_items', 'Exclude sale items')}
            </Group>
            <Group title="Usage limits">
              {text('usage_limit', 'Total uses', { inputMode: 'numeric' })}
              {text('usage_limit_per_user', 'Uses per customer', { inputMode: 'numeric' })}
              {text('email_restrictions', 'Only these email addresses', {
                hint: '*@example.org stands for everybody there.',
                isWide: true,
              })}
            </Group>
          </>
        )
      }}
    </EditForm>
  )
}

type DiscountType = CouponFields['discount_type']

function DiscountTypeSelect({ kind, onChange }: { kind: DiscountType; onChange: (kind: DiscountType) => void }) {
  const id = useId()
  return (
    <div className={form.field}>
      <label htmlFor={id}>Kind</label>
      <select
        id={id}
        className={controls.field}
        value={kind}
        onChange={(event) => onChange(discountTypes.find(([value]) => value === event.target.value)?.[0] ?? kind)}
      >
        {discountTypes.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

type CheckField = 'is_on' | (typeof flags)[number]
type TextField = Exclude<keyof CouponFields, CheckField | 'discount_type'>

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={controls.panel}>
      <legend className={form.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

type FieldOptions = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'required'> & {
  readonly hint?: string
  readonly isWide?: boolean
}
type FieldProps = FieldOptions & { label: string; value: string; onChange: (value: string) => void }

function Field({ label, hint, isWide, onChange, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={`${form.field} ${isWide ? styles.wide : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className={controls.field}
        aria-describedby={hint && `${id}-hint`}
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  )
}

const flags = ['free_shipping', 'individual_use', 'exclude_sale_items'] as const

const amounts = ['amount', 'minimum_amount', 'maximum_amount'] as const

const dates = ['date_starts', 'date_expires'] as const

const lists = [
  'product_ids',
  'excluded_product_ids',
  'product_categories',
  'excluded_product_categories',
  'email_restrictions',
] as const

const limits = ['usage_limit', 'usage_limit_per_user', 'limit_usage_to_x_items'] as const

const mapNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** State of the coupon form: all input is text until it is submitted. */
export type CouponFields = Readonly<ReturnType<typeof toCouponFields>>

/** Form state of a stored coupon. */
export const toCouponFields = (coupon: CouponJson) => ({
  code: coupon.code,
  description: coupon.description,
  discount_type: coupon.discount_type,
  is_on: coupon.status === 'publish',
  ...mapNames(flags, (name) => coupon[name]),
  ...mapNames(amounts, (name) => (Number(coupon[name]) === 0 ? '' : coupon[name])),
  // `datetime-local` fields have no seconds.
  ...mapNames(dates, (name) => coupon[name]?.slice(0, 16) ?? ''),
  ...mapNames(lists, (name) => coupon[name].join(', ')),
  ...mapNames(limits, (name) => String(coupon[name] ?? '')),
})

export const emptyCouponFields: CouponFields = {
  code: '',
  description: '',
  discount_type: 'percent',
  is_on: true,
  ...mapNames(flags, () => false),
  ...mapNames([...amounts, ...dates, ...lists, ...limits], () => ''),
}

/** Request body. Validation is left to the server, whose messages are shown. */
export const toRequestBody = ({ is_on, ...fields }: CouponFields): object => ({
  ...fields,
  status: is_on ? 'publish' : 'draft',
  ...mapNames(lists, (name) => fields[name].split(/[\s,;]+/).filter((part) => part !== '')),
})
