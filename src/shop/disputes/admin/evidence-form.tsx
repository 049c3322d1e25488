import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { ConfirmButton, ConfirmDialog } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { useUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import type { Currency } from '../../../platform/money/money.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { DisputeDetailsJson } from '../dispute-json.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import styles from './evidence-form.module.css'

type EvidenceName = keyof DisputeDetailsJson['evidence']

const fields: readonly (readonly [name: EvidenceName, label: string, rows: number])[] = [
  ['uncategorized_text', 'What happened, in your words', 6],
  ['customer_communication', 'What you and the customer wrote to each other', 6],
  ['product_description', 'What was bought', 4],
  ['shipping_address', 'Delivery address', 4],
  ['billing_address', 'Billing address', 4],
  ['customer_name', 'Customer', 1],
  ['customer_email_address', 'Email', 1],
  ['shipping_carrier', 'Carrier', 1],
  ['shipping_tracking_number', 'Tracking number', 1],
  ['shipping_date', 'Sent on', 1],
]

const MAX_LENGTH = 10_000

type EvidenceFormProps = {
  readonly dispute: DisputeDetailsJson
  readonly deadline: ReactNode
  readonly onClose: () => void
}

export function EvidenceForm({ dispute, deadline, onClose }: EvidenceFormProps) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const id = useId()
  const [evidence, setEvidence] = useState(dispute.evidence)
  const [saved, setSaved] = useState(evidence)
  const send = async (submit: boolean) => {
    try {
      await rest.send<DisputeDetailsJson>('POST', hrefs.restDispute(dispute.id), { evidence, submit })
      setSaved(evidence)
    } finally {
      await queries.invalidateQueries({ queryKey: [paths.restOrders] })
    }
  }
  const save = useMutation({ mutationFn: () => send(false) })
  const hasChanges = fields.some(([name]) => evidence[name] !== saved[name])
  useUnsavedChanges(hasChanges, save.isPending)
  const closeDialog = useRef<HTMLDialogElement>(null)
  const change = (name: EvidenceName, text: string) => {
    save.reset()
    setEvidence({ ...evidence, [name]: text })
  }
  const count = Object.keys(dispute.files).length
  const withDocuments = count === 0 ? 'without documents' : count === 1 ? 'with 1 document' : `with ${count} documents`
  return (
    <form
      className={styles.form}
      aria-label="Answer to the dispute"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p>
        The bank reads this once: check it before you submit it. What the shop knows is filled in.{' '}
        <strong>Submit it by {deadline}.</strong>
      </p>
      <div className={styles.columns}>
        <div className={styles.texts}>
          {fields.map(([name, label, rows]) => {
            const control = { id: `${id}-${name}`, className: controls.field, maxLength: MAX_LENGTH }
            return (
              <p key={name} className={rows === 1 ? styles.field : styles.text}>
                <label htmlFor={control.id}>{label}</label>
                {rows === 1 ? (
                  <input {...control} value={evidence[name]} onChange={({ target }) => change(name, target.value)} />
                ) : (
                  <textarea
                    {...control}
                    rows={rows}
                    value={evidence[name]}
                    onChange={({ target }) => change(name, target.value)}
                  />
                )}
              </p>
            )
          })}
        </div>
        <EvidenceFiles dispute={dispute} />
      </div>
      {save.isError && <ErrorState error={save.error} />}
      <p role="status">{save.isSuccess ? 'The draft is saved.' : ''}</p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving …' : 'Save draft'}
        </Button>
        <Button label="Close" onClick={() => (hasChanges ? closeDialog.current?.showModal() : onClose())} />
        <ConfirmDialog
          dialog={closeDialog}
          question="Close without saving?"
          text="Your changes to the answer would be lost."
          confirmLabel="Close without saving"
          cancelLabel="Keep writing"
          run={async () => onClose()}
        />
        <ConfirmButton
          label="Submit to the bank"
          question="Submit the answer?"
          text={`It is final: the bank gets it now, ${withDocuments}, and nothing can be added or changed afterwards. It is about ${formatAmount(dispute.amount, dispute.currency as Currency)}.`}
          confirmLabel="Submit it"
          cancelLabel="Not yet"
          run={() => send(true)}
        />
      </div>
    </form>
  )
}
