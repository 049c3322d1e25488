import { useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { Panel } from '../../../platform/admin/parts.tsx'
import type { CouponJson } from '../rest/coupon-json.ts'
import { CouponStateBadge, coupons, usageText } from './coupon-parts.tsx'
import styles from './coupon-screen.module.css'

const fieldNames = [
  ...(['code', 'description', 'discount_type', 'amount', 'minimum_amount', 'maximum_amount'] as const),
  ...(['date_starts', 'date_expires', 'free_shipping', 'individual_use', 'exclude_sale_items'] as const),
  ...(['product_ids', 'excluded_product_ids', 'product_categories', 'excluded_product_categories'] as const),
  ...(['usage_limit', 'usage_limit_per_user', 'limit_usage_to_x_items', 'email_restrictions'] as const),
] as const

const amountText = (amount: string): string => (Number(amount) === 0 ? '' : amount)

/** Form fields represent a missing amount or date as an empty text. */
const toFields = (coupon: CouponJson) => ({
  ...(Object.fromEntries(fieldNames.map((name) => [name, coupon[name]])) as Pick<
    CouponJson,
    (typeof fieldNames)[number]
  >),
  amount: amountText(coupon.amount),
  minimum_amount: amountText(coupon.minimum_amount),
  maximum_amount: amountText(coupon.maximum_amount),
  // `datetime-local` fields have no seconds.
  date_starts: coupon.date_starts?.slice(0, 16) ?? '',
  date_expires: coupon.date_expires?.slice(0, 16) ?? '',
  is_on: coupon.status === 'publish',
})

type CouponFields = ReturnType<typeof toFields>

const { Field, Select, Checkbox, Money, Quantity, DateRange, EntityPicker, TokenField } = formFields<CouponFields>()

const empty: CouponFields = {
  code: '',
  description: '',
  date_starts: '',
  date_expires: '',
  amount: '',
  minimum_amount: '',
  maximum_amount: '',
  free_shipping: false,
  individual_use: false,
  exclude_sale_items: false,
  is_on: true,
  product_ids: [],
  excluded_product_ids: [],
  product_categories: [],
  excluded_product_categories: [],
  usage_limit: null,
  usage_limit_per_user: null,
  limit_usage_to_x_items: null,
  email_restrictions: [],
  discount_type: 'percent',
}

export const CouponScreen = () => (
  <FormScreen<CouponJson, CouponFields>
    resource={coupons}
    titleOf={(coupon) => coupon.code}
    empty={empty}
    toValues={toFields}
    toBody={({ is_on, ...fields }) => ({ ...fields, status: is_on ? 'publish' : 'draft' })}
    savedText="Saved. It applies from now on."
    errorFields={{ woocommerce_rest_coupon_code_already_exists: 'code' }}
    badge={(coupon, asOf) => <CouponStateBadge coupon={coupon} asOf={asOf} />}
    deletion="Past orders keep their discount. To stop its use but keep the coupon, switch it off instead."
    aside={(coupon) => <Uses coupon={coupon} />}
  >
    <FieldGroup title="Discount">
      <Field name="code" label="Code" hint="Upper or lower case makes no difference." required />
      <Field name="description" label="Note for yourself" />
      <Discount />
      <Checkbox name="free_shipping" label="Free shipping" />
      <Checkbox name="is_on" label="Switched on" />
    </FieldGroup>
    <FieldGroup title="When it applies">
      <DateRange
        from="date_starts"
        until="date_expires"
        hints={['In the shop’s time zone. Leave it empty to start now.', 'Leave it empty for no end date.']}
      />
      <Money name="minimum_amount" label="Minimum spend" hint="Subtotal before discounts." />
      <Money name="maximum_amount" label="Maximum spend" />
      <Checkbox name="individual_use" label="Cannot be combined with other coupons" />
    </FieldGroup>
    <FieldGroup title="Products">
      <EntityPicker of="products" name="product_ids" label="Only these products" />
      <EntityPicker of="products" name="excluded_product_ids" label="Exclude these products" />
      <EntityPicker
        of="categories"
        name="product_categories"
        label="Only these categories"
        hint="Subcategories are included."
      />
      <EntityPicker of="categories" name="excluded_product_categories" label="Exclude these categories" />
      <Quantity name="limit_usage_to_x_items" label="Maximum items discounted" hint="The most expensive first." />
      <Checkbox name="exclude_sale_items" label="Exclude sale items" />
    </FieldGroup>
    <FieldGroup title="Usage limits">
      <Quantity name="usage_limit" label="Total uses" />
      <Quantity name="usage_limit_per_user" label="Uses per customer" />
      <TokenField
        name="email_restrictions"
        label="Only these email addresses"
        hint="*@example.org allows every address of that domain."
        isWide
      />
    </FieldGroup>
  </FormScreen>
)

function Discount() {
  const type = useWatch<CouponFields, 'discount_type'>({ name: 'discount_type' })
  const isPercent = type === 'percent'
  return (
    <>
      <Select
        name="discount_type"
        label="Kind"
        options={[
          ['percent', 'Percentage discount'],
          ['fixed_cart', 'Fixed amount off the cart'],
          ['fixed_product', 'Fixed amount off each item'],
        ]}
      />
      <Money
        name="amount"
        label={isPercent ? 'Percent' : 'Amount in dollars'}
        unit={isPercent ? '%' : '$'}
        hint="Leave it empty for free shipping only."
      />
    </>
  )
}

const Uses = ({ coupon }: { coupon: CouponJson }) => (
  <Panel id="uses" title={`Used ${usageText(coupon)} times`}>
    {coupon.used_by.length === 0 ? (
      <p>Cancelled orders do not count.</p>
    ) : (
      <ul className={styles.uses}>
        {coupon.used_by.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
    )}
  </Panel>
)
