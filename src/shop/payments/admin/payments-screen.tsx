import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ScreenHeader } from '../../../platform/admin/screen-header.tsx'
import { SettingsTabs } from '../../../platform/admin/settings-tabs.tsx'
import { ErrorState, Skeleton } from '../../../platform/admin/states.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { type PaymentSettings, paymentLimits, restockOptions, shippingKinds } from '../payment-settings.ts'
import { BankAccounts } from './bank-accounts.tsx'
import styles from './payments-screen.module.css'

/** Offline payment methods, stock hold times and the first order number. */
export function PaymentsScreen() {
  const { rest } = useAdminContext()
  const query = useQuery({
    queryKey: ['payment-settings'],
    queryFn: ({ signal }) => rest.get<PaymentSettings>(hrefs.restPaymentSettings(), signal),
  })
  return (
    <>
      <ScreenHeader title="Payments" />
      <SettingsTabs current="payments" />
      {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="320px" />}
      {query.data && <PaymentsForm saved={query.data} />}
    </>
  )
}

type Change = <K extends keyof PaymentSettings>(name: K, value: PaymentSettings[K]) => void

function PaymentsForm({ saved }: { saved: PaymentSettings }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [changes, setChanges] = useState<Partial<PaymentSettings>>({})
  const values = { ...saved, ...changes }
  const save = useMutation({
    mutationFn: (input: Partial<PaymentSettings>) =>
      rest.send<PaymentSettings>('PUT', hrefs.restPaymentSettings(), input),
    onSuccess: (updated) => {
      setChanges({})
      queries.setQueryData(['payment-settings'], updated)
    },
  })
  const change: Change = (name, value) => {
    if (!save.isPending) save.reset()
    setChanges((before) => ({ ...before, [name]: value }))
  }
  const isChanged = Object.keys(changes).length > 0
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate(changes)
      }}
    >
      <GatewayFields id="stripe_cc" name="Card" values={values} change={change} />
      <GatewayFields id="bacs" name="Bank transfer" values={values} change={change}>
        <BankAccounts
          accounts={values.bacs.accounts}
          onChange={(accounts) => change('bacs', { ...values.bacs, accounts })}
        />
      </GatewayFields>
      <GatewayFields id="cheque" name="Cheque" values={values} change={change} />
      <GatewayFields id="cod" name="At pickup or delivery" values={values} change={change}>
        <fieldset className={styles.kinds}>
          <legend>Only offered with these shipping methods (with all of them if none is ticked)</legend>
          {shippingKinds.map(([kind, label]) => (
            <label key={kind} className={styles.check}>
              <input
                type="checkbox"
                checked={values.cod.shipping_methods.includes(kind)}
                onChange={(event) => {
                  const otherKinds = values.cod.shipping_methods.filter((one) => one !== kind)
                  change('cod', {
                    ...values.cod,
                    shipping_methods: event.target.checked ? [...otherKinds, kind] : otherKinds,
                  })
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </GatewayFields>
      <section className={controls.panel} aria-labelledby="orders-title">
        <h2 id="orders-title">Orders</h2>
        <div className={styles.numbers}>
          <NumberField
            label="Minutes to hold stock for an unpaid card order (0 = no limit)"
            value={values.hold_stock_minutes}
            min={0}
            max={paymentLimits.maxHoldStockMinutes}
            onChange={(value) => change('hold_stock_minutes', value)}
          />
          <NumberField
            label="Days an order may wait for a transfer or cheque, with a reminder 3 days before (0 = no limit)"
            value={values.on_hold_days}
            min={0}
            max={paymentLimits.onHoldDays}
            onChange={(value) => change('on_hold_days', value)}
          />
          <NumberField
            label="First order number (raise it later and numbering continues from there)"
            value={values.first_order_number}
            min={1}
            max={1_000_000_000}
            onChange={(value) => change('first_order_number', value)}
          />
          <label className={styles.field}>
            When all the money of an order went back, its goods
            <select
              className={controls.field}
              value={values.restock_refunded}
              onChange={(event) => {
                const choice = restockOptions.find((one) => one === event.target.value)
                if (choice) change('restock_refunded', choice)
              }}
            >
              {restockOptions.map((choice) => (
                <option key={choice} value={choice}>
                  {restockLabels[choice]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </section>
      <section className={controls.panel} aria-labelledby="unpaid-title">
        <h2 id="unpaid-title">Limits on unpaid orders</h2>
        <p className={styles.intro}>
          How much one customer can have on hold at a time while you wait for a transfer, a cheque or payment at pickup.
          0 means no limit. Card orders are never refused for this.
        </p>
        <div className={styles.numbers}>
          <NumberField
            label="Items"
            value={values.unpaid_max_pieces}
            min={0}
            max={paymentLimits.unpaid}
            onChange={(value) => change('unpaid_max_pieces', value)}
          />
          <NumberField
            label="Different products"
            value={values.unpaid_max_products}
            min={0}
            max={paymentLimits.unpaid}
            onChange={(value) => change('unpaid_max_products', value)}
          />
          <NumberField
            label="Value of the goods, in dollars"
            value={Math.round(values.unpaid_max_cents / 100)}
            min={0}
            max={paymentLimits.unpaid}
            onChange={(value) => change('unpaid_max_cents', value * 100)}
          />
        </div>
      </section>
      {save.isError && <ErrorState error={save.error} />}
      <div className={styles.foot}>
        <button type="submit" className={controls.primary} disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving …' : 'Save changes'}
        </button>
        {isChanged && !save.isPending && (
          <button type="button" className={controls.button} onClick={() => setChanges({})}>
            Undo
          </button>
        )}
        <p role="status" className={styles.said}>
          {save.isSuccess && !isChanged ? 'Saved. The checkout now offers it.' : ''}
        </p>
      </div>
    </form>
  )
}

type GatewayId = 'stripe_cc' | 'bacs' | 'cheque' | 'cod'
type GatewayFieldsProps = {
  readonly id: GatewayId
  readonly name: string
  readonly values: PaymentSettings
  readonly change: Change
  readonly children?: ReactNode
}

/** Settings of one payment method: enabled, title, description and instructions. */
function GatewayFields({ id, name, values, change, children }: GatewayFieldsProps) {
  const gateway = values[id]
  const update = (part: object) => change(id, { ...gateway, ...part } as never)
  return (
    <section className={controls.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{name}</h2>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={gateway.enabled}
          onChange={(event) => update({ enabled: event.target.checked })}
        />
        Offered at the checkout
      </label>
      <div className={styles.fields} hidden={!gateway.enabled}>
        <label className={styles.field}>
          Name
          <input
            className={controls.field}
            required={gateway.enabled}
            maxLength={paymentLimits.maxTitleLength}
            value={gateway.title}
            onChange={(event) => update({ title: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          Description at the checkout
          <textarea
            className={controls.field}
            rows={2}
            maxLength={paymentLimits.maxDescriptionLength}
            value={gateway.description}
            onChange={(event) => update({ description: event.target.value })}
          />
        </label>
        {'instructions' in gateway && (
          <label className={styles.field}>
            Instructions after ordering (on the page and in the email)
            <textarea
              className={controls.field}
              rows={3}
              maxLength={paymentLimits.maxInstructionsLength}
              value={gateway.instructions}
              onChange={(event) => update({ instructions: event.target.value })}
            />
          </label>
        )}
        {children}
      </div>
    </section>
  )
}

const restockLabels: Readonly<Record<(typeof restockOptions)[number], string>> = {
  unsent: 'go back on the shelf unless they were sent',
  always: 'always go back on the shelf',
  never: 'stay off the shelf until somebody counts',
}

type NumberFieldProps = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <input
        type="number"
        className={controls.field}
        min={min}
        max={max}
        required
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  )
}
