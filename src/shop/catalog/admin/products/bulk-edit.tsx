import { useRef, useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import dialogs from '../../../../platform/admin/dialog.module.css'
import { useBulkAction } from '../../../../platform/admin/list/bulk-actions.tsx'
import { type BulkAction, countOf } from '../../../../platform/admin/list/change-items.ts'
import { FilterField } from '../../../../platform/admin/list/list-filter.tsx'
import { Button, ErrorState } from '../../../../platform/admin/parts.tsx'
import { type BulkEdit, type ProductRow, planEdit, stockNames } from './product-changes.ts'
import styles from './products-screen.module.css'
import { changeProducts, products } from './send-changes.ts'

const kinds = [
  ['regular', 'Regular price'],
  ['sale', 'Sale price, from the regular one'],
  ['add', 'Add a category'],
  ['remove', 'Remove a category'],
  ['stock', 'Stock status'],
] as const

const steps = [
  ['+%', 'Raise by %'],
  ['-%', 'Lower by %'],
  ['+$', 'Raise by $'],
  ['-$', 'Lower by $'],
] as const

const MAX_PREVIEWED = 5

type BulkEditProps = { readonly items: readonly ProductRow[]; readonly onDone: () => void }

/** Changes prices, categories or stock status of many products, after a preview of the result. */
export function BulkEditButton({ items, onDone }: BulkEditProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [action, setAction] = useState<BulkEdit['action']>('regular')
  const [step, setStep] = useState<(typeof steps)[number][0]>('+%')
  const [amount, setAmount] = useState('')
  const [category, setCategory] = useState('')
  const [now] = useState(() => new Date())
  const [status, setStatus] = useState<keyof typeof stockNames>('instock')
  const edit: BulkEdit =
    action === 'stock'
      ? { action, status }
      : action === 'add' || action === 'remove'
        ? { action, category: Number(category) }
        : { action, step, amount }
  const plan = planEdit(items, edit, now)
  const job = useBulkAction<ProductRow>(products, () => {
    dialog.current?.close()
    onDone()
  })
  const change = ({ changes }: NonNullable<typeof plan>) => {
    const run: BulkAction<ProductRow>['run'] = (_, rest, progress) => changeProducts(rest, changes, 'changed', progress)
    job.mutate({ action: { label: 'Change', run }, items })
  }
  return (
    <>
      <Button label="Edit …" onClick={() => dialog.current?.showModal()} />
      <dialog
        ref={dialog}
        className={dialogs.dialog}
        aria-label={`Edit ${countOf(items.length, products.names)}`}
        onClose={() => job.isError && job.reset()}
      >
        <form
          className={styles.bulk}
          onSubmit={(event) => {
            event.preventDefault()
            if (plan && plan.changes.length > 0 && !job.isPending) change(plan)
          }}
        >
          <h2>Edit {countOf(items.length, products.names)}</h2>
          <Choice label="What to change" options={kinds} value={action} onChange={setAction} />
          {'step' in edit && (
            <>
              <Choice label="How" options={steps} value={step} onChange={setStep} />
              <label>
                By how much
                <input
                  className={controls.field}
                  inputMode="decimal"
                  maxLength={12}
                  value={amount}
                  onChange={({ target }) => setAmount(target.value.trim())}
                />
              </label>
            </>
          )}
          {'category' in edit && (
            <FilterField
              filter={{ name: 'category', any: 'Category', of: 'categories' }}
              value={category}
              onChange={setCategory}
            />
          )}
          {'status' in edit && (
            <Choice
              label="Stock status"
              options={Object.entries(stockNames) as never}
              value={status}
              onChange={setStatus}
            />
          )}
          {plan && <Preview {...plan} />}
          <p role="status">{job.isPending ? (job.progress?.text ?? 'One moment …') : ''}</p>
          {job.error && <ErrorState error={job.error} />}
          <div className={dialogs.buttons}>
            <Button label="Cancel" onClick={() => dialog.current?.close()} />
            <Button
              type="submit"
              kind="primary"
              label={`Change ${countOf(plan?.changes.length ?? 0, products.names)}`}
              isBusy={job.isPending}
              disabled={job.isPending || !plan || plan.changes.length === 0}
            />
          </div>
        </form>
      </dialog>
    </>
  )
}

type ChoiceProps<V extends string> = {
  readonly label: string
  readonly options: readonly (readonly [value: V, label: string])[]
  readonly value: V
  readonly onChange: (value: V) => void
}

const Choice = <V extends string>({ label, options, value, onChange }: ChoiceProps<V>) => (
  <label>
    {label}
    <select className={controls.field} value={value} onChange={({ target }) => onChange(target.value as V)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

function Preview({ changes, refused }: NonNullable<ReturnType<typeof planEdit>>) {
  const reasons = Map.groupBy(refused, ({ reason }) => reason)
  return (
    <div className={styles.preview}>
      {changes.length > 0 && (
        <ul>
          {changes.slice(0, MAX_PREVIEWED).map(({ item, shownValues: [before, after] }) => (
            <li key={item.id}>
              {item.name}: {before || 'none'} → <strong>{after}</strong>
            </li>
          ))}
          {changes.length > MAX_PREVIEWED && <li>… and {changes.length - MAX_PREVIEWED} more</li>}
        </ul>
      )}
      {[...reasons].map(([reason, { length }]) => (
        <p key={reason}>
          {countOf(length, products.names)} left as {length === 1 ? 'it is' : 'they are'}: {reason}.
        </p>
      ))}
    </div>
  )
}
