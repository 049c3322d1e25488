import type { UseMutationResult } from '@tanstack/react-query'
import { useId } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form.module.css'
import { Check, type Edit, EditForm } from '../../../platform/admin/form.tsx'
import type { CouponJson } from '../rest/coupon-json.ts'
import type { CouponFields } from './coupon-fields.ts'
import styles from './coupon-screen.module.css'

type FormProps = {
  readonly initial: CouponFields
  readonly save: UseMutationResult<CouponJson, Error, Edit<CouponFields>>
  readonly labels: { readonly save: string; readonly saved: string }
}

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
        const text = (name: TextField) => ({ value: values[name], onChange: (value: string) => change(name, value) })
        const check = (name: CheckField) => ({
          checked: values[name],
          onChange: (isChecked: boolean) => change(name, isChecked),
        })
        return (
          <>
            <Group title="Discount">
              <Field label="Code" hint="Upper or lower case makes no difference." {...text('code')} isRequired />
              <Field label="Note for yourself" {...text('description')} />
              <DiscountTypeSelect kind={values.discount_type} onChange={(kind) => change('discount_type', kind)} />
              <Field
                label={values.discount_type === 'percent' ? 'Percent' : 'Amount in dollars'}
                hint="Leave it empty for free shipping only."
                inputMode="decimal"
                {...text('amount')}
              />
              <Check label="Free shipping" {...check('free_shipping')} />
              <Check label="Switched on" {...check('is_on')} />
            </Group>
            <Group title="When it applies">
              <Field
                label="From"
                type="datetime-local"
                hint="In the shop’s time zone. Leave it empty to start now."
                {...text('date_starts')}
              />
              <Field
                label="Until"
                type="datetime-local"
                hint="Leave it empty for no end date."
                {...text('date_expires')}
              />
              <Field
                label="Minimum spend"
                inputMode="decimal"
                hint="Subtotal before discounts."
                {...text('minimum_amount')}
              />
              <Field label="Maximum spend" inputMode="decimal" {...text('maximum_amount')} />
              <Check label="Cannot be combined with other coupons" {...check('individual_use')} />
            </Group>
            <Group title="Products">
              <Field label="Only these products" hint="Product IDs, separated by commas." {...text('product_ids')} />
              <Field label="Exclude these products" {...text('excluded_product_ids')} />
              <Field
                label="Only these categories"
                hint="Category IDs, separated by commas. Subcategories are included."
                {...text('product_categories')}
              />
              <Field label="Exclude these categories" {...text('excluded_product_categories')} />
              <Field
                label="Maximum items discounted"
                inputMode="numeric"
                hint="The most expensive first."
                {...text('limit_usage_to_x_items')}
              />
              <Check label="Exclude sale items" {...check('exclude_sale_items')} />
            </Group>
            <Group title="Usage limits">
              <Field label="Total uses" inputMode="numeric" {...text('usage_limit')} />
              <Field label="Uses per customer" inputMode="numeric" {...text('usage_limit_per_user')} />
              <Field
                label="Only these email addresses"
                hint="*@example.org stands for everybody there."
                isWide
                {...text('email_restrictions')}
              />
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

type TextField = {
  [K in keyof CouponFields]: CouponFields[K] extends string ? (string extends CouponFields[K] ? K : never) : never
}[keyof CouponFields]
type CheckField = { [K in keyof CouponFields]: CouponFields[K] extends boolean ? K : never }[keyof CouponFields]

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className={controls.panel}>
      <legend className={form.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly type?: 'text' | 'datetime-local'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly isRequired?: boolean
  readonly isWide?: boolean
}

function Field({ label, value, onChange, hint, type = 'text', inputMode, isRequired, isWide }: FieldProps) {
  const id = useId()
  return (
    <div className={`${form.field} ${isWide ? styles.wide : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={controls.field}
        value={value}
        required={isRequired}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(inputMode ? { inputMode } : {})}
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
