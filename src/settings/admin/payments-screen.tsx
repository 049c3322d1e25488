import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import controls from '../../admin/controls.module.css'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Problem, Skeleton } from '../../admin/states.tsx'
import { hrefs } from '../../routes.ts'
import { longest, type PaymentChoices, restockChoices, shippingKinds } from '../payment-choices.ts'
import { BankAccounts } from './bank-accounts.tsx'
import styles from './payments-screen.module.css'
import { SettingsTabs } from './settings-tabs.tsx'

/** Ways to pay beside the provider's, how long goods are kept, and where order numbers begin. */
export function PaymentsScreen() {
  const { rest } = useOffice()
  const query = useQuery({
    queryKey: ['payment-settings'],
    queryFn: ({ signal }) => rest.one<PaymentChoices>(hrefs.restPaymentSettings(), signal),
  })
  return (
    <>
      <ScreenHead title="Payments" />
      <SettingsTabs current="payments" />
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="320px" />}
      {query.data && <PaymentsForm saved={query.data} />}
    </>
  )
}

type Change = <K extends keyof PaymentChoices>(name: K, value: PaymentChoices[K]) => void

function PaymentsForm({ saved }: { saved: PaymentChoices }) {
  const { rest } = useOffice()
  const queries = useQueryClient()
  const [changes, setChanges] = useState<Partial<PaymentChoices>>({})
  const shown = { ...saved, ...changes }
  const save = useMutation({
    mutationFn: (wanted: Partial<PaymentChoices>) =>
      rest.send<PaymentChoices>('PUT', hrefs.restPaymentSettings(), wanted),
    onSuccess: (now) => {
      setChanges({})
      queries.setQueryData(['payment-settings'], now)
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
      <Way id="stripe_cc" name="Card" shown={shown} change={change} />
      <Way id="bacs" name="Bank transfer" shown={shown} change={change}>
        <BankAccounts
          accounts={shown.bacs.accounts}
          onChange={(accounts) => change('bacs', { ...shown.bacs, accounts })}
        />
      </Way>
      <Way id="cheque" name="Cheque" shown={shown} change={change} />
      <Way id="cod" name="At pickup or delivery" shown={shown} change={change}>
        <fieldset className={styles.kinds}>
          <legend>Only offered with these shipping methods (with all of them if none is ticked)</legend>
          {shippingKinds.map(([kind, label]) => (
            <label key={kind} className={styles.check}>
              <input
                type="checkbox"
                checked={shown.cod.shipping_methods.includes(kind)}
                onChange={(event) => {
                  const others = shown.cod.shipping_methods.filter((one) => one !== kind)
                  change('cod', { ...shown.cod, shipping_methods: event.target.checked ? [...others, kind] : others })
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </Way>
      <section className={controls.panel} aria-labelledby="orders-title">
        <h2 id="orders-title">Orders</h2>
        <div className={styles.numbers}>
          <NumberField
            label="Minutes to hold stock for an unpaid card order (0 = no limit)"
            value={shown.hold_stock_minutes}
            min={0}
            max={longest.holdMinutes}
            onChange={(value) => change('hold_stock_minutes', value)}
          />
          <NumberField
            label="Days an order may wait for a transfer or cheque, with a reminder 3 days before (0 = no limit)"
            value={shown.on_hold_days}
            min={0}
            max={longest.onHoldDays}
            onChange={(value) => change('on_hold_days', value)}
          />
          <NumberField
            label="First order number (raise it later and numbering continues from there)"
            value={shown.first_order_number}
            min={1}
            max={1_000_000_000}
            onChange={(value) => change('first_order_number', value)}
          />
          <label className={styles.field}>
            When all the money of an order went back, its goods
            <select
              className={controls.field}
              value={shown.restock_refunded}
              onChange={(event) => {
                const choice = restockChoices.find((one) => one === event.target.value)
                if (choice) change('restock_refunded', choice)
              }}
            >
              {restockChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {restockWords[choice]}
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
            value={shown.unpaid_max_pieces}
            min={0}
            max={longest.unpaid}
            onChange={(value) => change('unpaid_max_pieces', value)}
          />
          <NumberField
            label="Different products"
            value={shown.unpaid_max_products}
            min={0}
            max={longest.unpaid}
            onChange={(value) => change('unpaid_max_products', value)}
          />
          <NumberField
            label="Value of the goods, in dollars"
            value={Math.round(shown.unpaid_max_cents / 100)}
            min={0}
            max={longest.unpaid}
            onChange={(value) => change('unpaid_max_cents', value * 100)}
          />
        </div>
      </section>
      {save.isError && <Problem error={save.error} />}
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

type WayId = 'stripe_cc' | 'bacs' | 'cheque' | 'cod'
type WayProps = {
  readonly id: WayId
  readonly name: string
  readonly shown: PaymentChoices
  readonly change: Change
  readonly children?: ReactNode
}

/** One way to pay: on or off, what it is called, what stands under it, and what to do after the order. */
function Way({ id, name, shown, change, children }: WayProps) {
  const way = shown[id]
  const set = (part: object) => change(id, { ...way, ...part } as never)
  return (
    <section className={controls.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{name}</h2>
      <label className={styles.check}>
        <input type="checkbox" checked={way.enabled} onChange={(event) => set({ enabled: event.target.checked })} />
        Offered at the checkout
      </label>
      <div className={styles.fields} hidden={!way.enabled}>
        <label className={styles.field}>
          Name
          <input
            className={controls.field}
            required={way.enabled}
            maxLength={longest.title}
            value={way.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          Description at the checkout
          <textarea
            className={controls.field}
            rows={2}
            maxLength={longest.description}
            value={way.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </label>
        {'instructions' in way && (
          <label className={styles.field}>
            Instructions after ordering (on the page and in the email)
            <textarea
              className={controls.field}
              rows={3}
              maxLength={longest.instructions}
              value={way.instructions}
              onChange={(event) => set({ instructions: event.target.value })}
            />
          </label>
        )}
        {children}
      </div>
    </section>
  )
}

const restockWords: Readonly<Record<(typeof restockChoices)[number], string>> = {
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
