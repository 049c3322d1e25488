import { useMay } from '../../../platform/admin/admin-context.tsx'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { ordersWrite } from '../../orders/capabilities.ts'
import styles from './transactions.module.css'

type ActionButtonProps<Answer> = {
  readonly label: string
  readonly busyLabel: string
  /** Accessible name that tells the buttons of different rows apart. */
  readonly name: string
  readonly href: string
  /** Query key of the list to reload. */
  readonly list: string
  doneText(answer: Answer): string
}

/** Sends a request about a list item, and shows the result. Hidden without the write capability. */
export function ActionButton<Answer>({ label, busyLabel, name, href, list, doneText }: ActionButtonProps<Answer>) {
  const action = useSend((rest) => rest.send<Answer>('POST', href, {}), [list])
  if (!useMay(ordersWrite)) return null
  return (
    <>
      <Button disabled={action.isPending} aria-label={name} onClick={() => action.mutate()}>
        {action.isPending ? busyLabel : label}
      </Button>
      <span role="status" className={styles.answer}>
        {action.isSuccess ? doneText(action.data) : ''}
      </span>
      {action.isError && <ErrorState error={action.error} />}
    </>
  )
}
