import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { sendFile } from '../../../platform/admin/files/send-file.client.ts'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import { formatBytes } from '../../../platform/files/format-bytes.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type EvidenceDocument, MAX_EVIDENCE_BYTES } from '../../gateways/refunds-and-disputes.ts'
import type { DisputeDetailsJson } from '../dispute-json.ts'
import styles from './evidence-form.module.css'

const documents: readonly (readonly [name: EvidenceDocument, label: string])[] = [
  ['receipt', 'Receipt or invoice'],
  ['shipping_documentation', 'Proof of delivery'],
  ['customer_communication', 'Emails with the customer'],
  ['customer_signature', 'Signature of the customer'],
  ['refund_policy', 'Your refund policy'],
  ['uncategorized_file', 'Anything else'],
]

/** File types that the provider accepts; the server also checks the content. */
const TYPES = 'application/pdf,image/jpeg,image/png'

/** The provider's limit is in megabytes of a million bytes. */
const megabytes = (bytes: number): string => (bytes / 1_000_000).toLocaleString('en-CA', { maximumFractionDigits: 2 })

export function EvidenceFiles({ dispute }: { readonly dispute: DisputeDetailsJson }) {
  const used = Object.values(dispute.files).reduce((sum, file) => sum + file.size, 0)
  return (
    <fieldset className={styles.files}>
      <legend>Documents</legend>
      <p className={styles.soft}>
        PDF, JPEG or PNG. They are sent to the payment provider at once, and stored only there. {megabytes(used)} MB of
        4.5 MB used.
      </p>
      <ul>
        {documents.map(([name, label]) => (
          <li key={name}>
            <DocumentField dispute={dispute} name={name} label={label} leftBytes={MAX_EVIDENCE_BYTES - used} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type DocumentFieldProps = {
  readonly dispute: DisputeDetailsJson
  readonly name: EvidenceDocument
  readonly label: string
  readonly leftBytes: number
}

function DocumentField({ dispute, name, label, leftBytes }: DocumentFieldProps) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const id = useId()
  const [progress, setProgress] = useState(0)
  const href = `/wp-json/wc/v3/payments/disputes/${dispute.id}/files/${name}`
  const present = dispute.files[name]
  const store = (changed: DisputeDetailsJson) =>
    queries.setQueryData([paths.restOrders, dispute.order_id, 'disputes', dispute.id], changed)
  const upload = useMutation({
    mutationFn: (file: File) =>
      sendFile<DisputeDetailsJson>(rest, {
        href,
        file,
        maxBytes: leftBytes + (present?.size ?? 0),
        onProgress: setProgress,
        maxText: 'what is left of 4.5 MB for all documents',
      }),
    onMutate: () => setProgress(0),
    onSuccess: store,
  })
  const remove = useMutation({
    mutationFn: () => rest.send<DisputeDetailsJson>('DELETE', href, {}),
    onSuccess: store,
  })
  const isBusy = upload.isPending || remove.isPending
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {present ? (
        <p className={styles.present}>
          <span>
            {present.name} <small>{formatBytes(present.size)}</small>
          </span>
          <Button disabled={isBusy} aria-label={`Remove ${label}: ${present.name}`} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Removing …' : 'Remove'}
          </Button>
        </p>
      ) : null}
      <input
        id={id}
        type="file"
        accept={TYPES}
        disabled={isBusy}
        hidden={present !== undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
      {upload.isPending && (
        <label className={styles.progress}>
          <span>Uploading {upload.variables.name}</span>
          {/* After the upload, the provider processes the file for an unknown time. */}
          <progress value={progress < 1 ? progress : undefined} />
        </label>
      )}
      <p className="visually-hidden" role="status">
        {upload.isSuccess && present ? `${present.name} was uploaded.` : ''}
      </p>
      {upload.isError && <ErrorState error={upload.error} />}
      {remove.isError && <ErrorState error={remove.error} />}
    </>
  )
}
