import { formatMoney } from '../../money/format.ts'
import type { Address } from '../../orders/orders.table.ts'
import { hrefs } from '../../routes.ts'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import styles from '../checkout.module.css'
import { type CheckoutField, checkoutFields, type FieldSet } from '../fields.ts'
import { type CheckoutView, Payment, ReviewTable } from '../fragments.tsx'

type FieldErrors = ReadonlyMap<string, string>
type Props = {
  readonly view: CheckoutView
  readonly notices: NoticeList
  readonly errors: FieldErrors
  readonly shipToDifferent: boolean
  /** Where the provider's script and key are, for the browser; the key is the public one. */
  readonly provider: { readonly script: string; readonly key: string }
}

/** /checkout/: everything on one page, in the order a person thinks of it. A plain form before any script has loaded. */
export function CheckoutPage({ view, notices, errors, shipToDifferent, provider }: Props) {
  const { cart, total } = view
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>Checkout</h1>
      <Notices notices={notices} />
      <form
        name="checkout"
        method="post"
        className={`checkout woocommerce-checkout ${styles.form}`}
        action={hrefs.checkout()}
        encType="multipart/form-data"
        noValidate
        data-provider-script={provider.script}
        data-provider-key={provider.key}
      >
        <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" role="alert" data-form-errors="" />
        <div id="customer_details" className={styles.details}>
          <div className="woocommerce-billing-fields">
            <FieldGroup title="Contact" set="billing" names={['email']} values={cart.billing} errors={errors} />
            <FieldGroup
              title="Billing address"
              set="billing"
              except={['email']}
              values={cart.billing}
              errors={errors}
            />
          </div>
          <div className="woocommerce-shipping-fields">
            <p id="ship-to-different-address" className={styles.different}>
              <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
                <input
                  id="ship-to-different-address-checkbox"
                  className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
                  type="checkbox"
                  name="ship_to_different_address"
                  value="1"
                  defaultChecked={shipToDifferent}
                />
                <span>Ship to a different address</span>
              </label>
            </p>
            <div className={`shipping_address ${styles.shipping}`}>
              <FieldGroup
                title="Shipping address"
                set="shipping"
                values={shipToDifferent ? cart.shipping : {}}
                errors={errors}
              />
            </div>
          </div>
          <div className="woocommerce-additional-fields">
            <p className={`form-row notes ${styles.row}`} id="order_comments_field">
              <label htmlFor="order_comments">
                Order notes <span className="optional">(optional)</span>
              </label>
              <textarea
                name="order_comments"
                className="input-text"
                id="order_comments"
                placeholder="Anything we should know about the delivery"
                rows={2}
                maxLength={2000}
                defaultValue={cart.customerNote}
              />
            </p>
          </div>
          {/* Filled in the browser with where this visit came from (tracking/visit.client.ts). */}
          <wc-order-attribution-inputs />
          <section aria-labelledby="payment-title">
            <h2 id="payment-title" className={styles.section}>
              Payment
            </h2>
            <Payment view={view} />
          </section>
        </div>
        <details className={styles.summary} data-summary="" open>
          <summary>
            <span>Your order</span>
            <strong data-total="">{formatMoney(total.totalCents)}</strong>
          </summary>
          <div id="order_review" className="woocommerce-checkout-review-order">
            <ReviewTable view={view} />
          </div>
          <p className={styles.back}>
            <a href={hrefs.cart()}>Change your cart</a>
          </p>
        </details>
      </form>
    </main>
  )
}

type GroupProps = {
  readonly title: string
  readonly set: FieldSet
  readonly names?: readonly string[]
  readonly except?: readonly string[]
  readonly values: Partial<Address>
  readonly errors: FieldErrors
}

function FieldGroup({ title, set, names, except, values, errors }: GroupProps) {
  const fields = checkoutFields(set, values.country ?? 'CA').filter(
    (field) => !field.hidden && (names ? names.includes(field.name) : !except?.includes(field.name)),
  )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.section}>{title}</legend>
      <div className={`woocommerce-${set}-fields__field-wrapper ${styles.fields}`}>
        {fields.map((field) => (
          <FieldRow key={field.key} field={field} value={values[field.property] ?? ''} error={errors.get(field.key)} />
        ))}
      </div>
    </fieldset>
  )
}

function FieldRow({ field, value, error }: { field: CheckoutField; value: string; error: string | undefined }) {
  const classes = [
    'form-row',
    ...field.rowClasses,
    ...(field.required ? ['validate-required'] : []),
    ...field.validate.map((rule) => `validate-${rule}`),
  ]
  const errorId = `${field.key}_error`
  const shared = {
    id: field.key,
    name: field.key,
    autoComplete: field.autocomplete,
    maxLength: field.maxLength,
    'aria-required': field.required || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? errorId : undefined,
  }
  return (
    <p
      className={`${classes.join(' ')} ${styles.row} ${styles[field.name] ?? ''}`}
      id={`${field.key}_field`}
      data-priority={field.priority}
    >
      <label htmlFor={field.key} className={field.labelHidden ? 'screen-reader-text' : undefined}>
        {field.label} {field.required ? '' : <span className="optional">(optional)</span>}
      </label>
      <span className="woocommerce-input-wrapper">
        <Control field={field} value={value} shared={shared} />
      </span>
      <span id={errorId} className={styles.fieldError} data-field-error="">
        {error ?? ''}
      </span>
    </p>
  )
}

type Shared = { id: string; name: string; autoComplete: string; maxLength: number }

function Control({ field, value, shared }: { field: CheckoutField; value: string; shared: Shared }) {
  const { maxLength, ...forSelect } = shared
  if (field.type === 'country') {
    return (
      <select {...forSelect} className="country_to_state country_select" defaultValue={value || 'CA'}>
        <option value="CA">Canada</option>
      </select>
    )
  }
  if (field.type === 'state' && field.options) {
    return (
      <select {...forSelect} className="state_select" defaultValue={value}>
        <option value="">Choose a province</option>
        {field.options.map((province) => (
          <option key={province.code} value={province.code}>
            {province.name}
          </option>
        ))}
      </select>
    )
  }
  const type = field.type === 'tel' || field.type === 'email' ? field.type : 'text'
  return (
    <input
      {...shared}
      maxLength={maxLength}
      type={type}
      className="input-text"
      placeholder={field.placeholder || undefined}
      defaultValue={value}
    />
  )
}
