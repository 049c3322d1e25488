import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Button, TableHead } from '../../../platform/admin/parts.tsx'
import { formatMoney, parsePrice, priceString } from '../../../platform/money/money.ts'
import { isProviderMethodId } from '../../gateways/method-screen.ts'
import { cardText } from '../../orders/admin/order-details.tsx'
import { restocksMeta } from '../../orders/order-status.ts'
import { amountOf, type OrderPart, refundParts } from '../../orders/refund-parts.ts'
import type { OrderJson } from '../../orders/rest/order-json.ts'
import type { RefundJson } from '../../orders/rest/refund-json.ts'
import tables from '../../payments/admin/transactions.module.css'
import * as rules from './order-refunds.ts'
import styles from './refunds.module.css'

type RefundFormProps = {
  readonly order: OrderJson
  readonly refunds: readonly RefundJson[]
  readonly leftCents: number
  readonly isSending: boolean
  readonly onSend: (body: object) => Promise<unknown>
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function RefundForm({ order, refunds, leftCents, isSending, onSend, onCancel, children }: RefundFormProps) {
  const id = useId()
  const { currency } = order
  const first = useRef<HTMLTableElement>(null)
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  const canAskProvider = cardText(order) !== '' || isProviderMethodId(order.payment_method)
  const [typed, setTyped] = useState<Readonly<Record<string, rules.Typed>>>({})
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isByHand, setIsByHand] = useState(!canAskProvider)
  const [restocks, setRestocks] = useState(order.meta_data.find(({ key }) => key === restocksMeta)?.value === 'yes')
  const parts = rules.partsLeft(order, refunds).filter((part) => part.quantity + part.totalCents + part.taxCents !== 0)
  const requests = parts.flatMap((part) => rules.requestOf(part, typed[rules.keyOf(part)] ?? rules.untouched, currency))
  const result = refundParts(parts, requests)
  const hasParts = requests.length > 0
  const cents = hasParts ? (result.ok ? amountOf(result.parts) : 0) : (parsePrice(amount.trim(), currency) ?? 0)
  const problem = cents > leftCents ? `At most ${formatMoney(leftCents, currency)} can be refunded.` : ''
  const change = (part: OrderPart, changed: Partial<rules.Typed>) =>
    setTyped({ ...typed, [rules.keyOf(part)]: { ...rules.untouched, ...typed[rules.keyOf(part)], ...changed } })
  const takeAll = () => {
    setAmount('')
    setTyped(Object.fromEntries(parts.map((part) => [rules.keyOf(part), rules.allOf(part, currency)])))
  }
  const question = useRef<HTMLDialogElement>(null)
  const pieces = requests.reduce((sum, { kind, quantity }) => sum + (kind === 'line' ? (quantity ?? 0) : 0), 0)
  const money = formatMoney(cents, currency)
  const verb = isByHand ? 'Record a refund of' : 'Refund'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cents > 0 && problem === '' && !isSending) question.current?.showModal()
  }
  const send = () => {
    const of = (kind: OrderPart['kind']) =>
      requests.filter((request) => request.kind === kind).map((one) => rules.bodyOf(one, order))
    return onSend({
      amount: priceString(cents, currency),
      reason: reason.trim(),
      api_refund: !isByHand,
      api_restock: restocks && pieces > 0,
      line_items: of('line'),
      shipping_lines: of('shipping'),
      fee_lines: of('fee'),
      refunded_amount: priceString(rules.refundedCents(refunds, order), currency),
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h3 id={`${id}-title`}>What to refund</h3>
        <Button label="Everything that is left" onClick={takeAll} />
      </div>
      <table ref={first} className={`${styles.parts} ${tables.narrow}`}>
        <TableHead titles={['Item', 'Pieces', 'Amount without tax', 'Tax']} />
        <tbody>
          {parts.map((part) => (
            <PartRow
              key={rules.keyOf(part)}
              part={part}
              currency={currency}
              typed={typed[rules.keyOf(part)] ?? rules.untouched}
              refunded={result.ok ? result.parts.find((one) => rules.keyOf(one) === rules.keyOf(part)) : undefined}
              hasProblem={!result.ok && result.problems.some((one) => rules.keyOf(one) === rules.keyOf(part))}
              onChange={(changed) => change(part, changed)}
            />
          ))}
        </tbody>
      </table>
      {!hasParts && (
        <TextField
          label="Or an amount of the order as a whole"
          inputMode="decimal"
          placeholder={priceString(leftCents, currency)}
          value={amount}
          onText={setAmount}
        />
      )}
      <TextField label="Reason (the customer reads it)" maxLength={500} value={reason} onText={setReason} />
      {pieces > 0 && <Switch label="Put the pieces back into stock" isOn={restocks} onSwitch={setRestocks} />}
      {canAskProvider && (
        <Switch
          label="Record the refund only: I pay it back another way, such as cash"
          isOn={isByHand}
          onSwitch={setIsByHand}
        />
      )}
      <p className={styles.total} role="status">
        {cents > 0 && problem === '' ? `${money} ${rules.whereText(order, isByHand)}` : ''}
      </p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {children}
      <ConfirmDialog
        dialog={question}
        question={`${verb} ${money}?`}
        text={rules.questionText(order, { cents, isByHand, restocked: restocks ? pieces : 0 })}
        confirmLabel={`${isByHand ? 'Record' : 'Refund'} ${money}`}
        cancelLabel="Cancel"
        run={send}
      />
      <div className={styles.head}>
        <Button type="submit" kind="primary" disabled={cents < 1 || problem !== '' || isSending}>
          {isSending ? 'Refunding …' : `${verb} ${money}`}
        </Button>
        <Button disabled={isSending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; onText: (text: string) => void }

function TextField({ label, onText, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={controls.field} onChange={({ target }) => onText(target.value)} {...input} />
    </p>
  )
}

type SwitchProps = { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }

const Switch = ({ label, isOn, onSwitch }: SwitchProps) => (
  <label className={styles.switch}>
    <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
    {label}
  </label>
)

type PartRowProps = {
  readonly currency: string
  readonly part: OrderPart
  readonly typed: rules.Typed
  readonly refunded: { readonly totalCents: number; readonly taxCents: number } | undefined
  readonly hasProblem: boolean
  readonly onChange: (changed: Partial<rules.Typed>) => void
}

function PartRow({ part, currency, typed, refunded, hasProblem, onChange }: PartRowProps) {
  const { kind, name, quantity, totalCents } = part
  const errorId = useId()
  const input = {
    className: controls.field,
    'aria-invalid': hasProblem || undefined,
    'aria-describedby': hasProblem ? errorId : undefined,
  }
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.soft}>
          {kind === 'line'
            ? `${quantity} left, ${formatMoney(totalCents, currency)}`
            : `${formatMoney(totalCents, currency)} left`}
        </span>
        {hasProblem && (
          <span id={errorId} className={styles.problem}>
            This is more than is left.
          </span>
        )}
      </th>
      <td data-label={kind === 'line' ? 'Pieces' : undefined}>
        {kind === 'line' && (
          <input
            {...input}
            type="number"
            aria-label={`Pieces of ${name}`}
            min={0}
            max={quantity}
            placeholder="0"
            value={typed.quantity}
            onChange={(event) => onChange({ quantity: event.target.value })}
          />
        )}
      </td>
      <td data-label="Without tax">
        <input
          {...input}
          inputMode="decimal"
          aria-label={`Amount of ${name} without tax`}
          placeholder={priceString(refunded?.totalCents ?? 0, currency)}
          value={typed.amount}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
      </td>
      <td data-label="Tax" className={styles.tax}>
        {formatMoney(refunded?.taxCents ?? 0, currency)}
      </td>
    </tr>
  )
}
