import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { DisputeDetailsJson } from '../rest/dispute-json.ts'
import styles from './evidence-form.module.css'

type EvidenceName = keyof DisputeDetailsJson['evidence']

const fields: readonly (readonly [name: EvidenceName, label: string, rows: number])[] = [
  ['uncategorized_text', 'What happened, in your words', 5],
  ['customer_communication', 'What you and the customer wrote to each other', 4],
  ['product_description', 'What was bought', 3],
  ['customer_name', 'Customer', 1],
  ['customer_email_address', 'Email', 1],
  ['billing_address', 'Billing address', 4],
  ['shipping_address', 'Delivery address', 4],
  ['shipping_carrier', 'Carrier', 1],
  ['shipping_tracking_number', 'Tracking number', 1],
  ['shipping_date', 'Sent on', 1],
]

const MAX_LENGTH = 10_000

type EvidenceFormProps = { readonly dispute: DisputeDetailsJson; readonly onClose: () => void }

/** The answer to a dispute: kept as a draft, and submitted once. */
export function EvidenceForm({ dispute, onClose }: EvidenceFormProps) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const id = useId()
  const [evidence, setEvidence] = useState(dispute.evidence)
  const send = async (submit: boolean) => {
    try {
      await rest.send<DisputeDetailsJson>('POST', hrefs.restDispute(dispute.id), { evidence, submit })
    } finally {
      await queries.invalidateQueries({ queryKey: [paths.restOrders] })
    }
  }
  const save = useMutation({ mutationFn: () => send(false) })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p>The bank reads this once: check it before you submit it. What the shop knows is filled in.</p>
      {fields.map(([name, label, rows]) => (
        <p key={name} className={styles.field}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <textarea
            id={`${id}-${name}`}
            className={controls.field}
            rows={rows}
            maxLength={MAX_LENGTH}
            value={evidence[name]}
            onChange={(event) => setEvidence({ ...evidence, [name]: event.target.value })}
          />
        </p>
      ))}
      {save.isError && <ErrorState error={save.error} />}
      <p role="status">{save.isSuccess ? 'The draft is saved.' : ''}</p>
      <div className={styles.buttons}>
        <button type="submit" className={controls.button} disabled={save.isPending}>
          {save.isPending ? 'Saving …' : 'Save draft'}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Close
        </button>
        <ConfirmButton
          label="Submit to the bank"
          question="Submit the answer?"
          text="It is final: the bank gets it now, and nothing can be added or changed afterwards."
          confirmLabel="Submit it"
          run={() => send(true)}
        />
      </div>
    </form>
  )
}
