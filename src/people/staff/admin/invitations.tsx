import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { roleNames } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { Button, ErrorState, Panel, QueryState, Time } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { InvitationJson } from '../rest/invitations.ts'
import styles from './staff.module.css'

export function Invitations({ query }: { readonly query: UseQueryResult<InvitationJson[]> }) {
  if (query.error) return <QueryState query={query} />
  if (!query.data || query.data.length === 0) return null
  return (
    <div className={styles.invitations}>
      <Panel id="invitations" title="Pending invitations">
        <ul className={controls.list}>
          {query.data.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Invitation({ invitation }: { invitation: InvitationJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  const refetch = () => queries.invalidateQueries({ queryKey: [paths.restInvitations] })
  const resend = useMutation({
    mutationFn: () => rest.send('POST', `${paths.restInvitations}/${invitation.id}/mail`, {}),
    onSuccess: async () => {
      toast.show({ text: `The invitation to ${invitation.email} was sent again. The earlier link no longer works.` })
      await refetch()
    },
  })
  return (
    <li className={controls.item}>
      <p className={controls.words}>
        <strong>{invitation.email}</strong>
        <span>
          {roleNames[invitation.role]}, invited by {invitation.invited_by_name}.{' '}
          {invitation.is_expired ? 'The link expired' : 'The link works until'}{' '}
          <Time gmt={invitation.date_expires_gmt} />
        </span>
      </p>
      <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
        Send again<span className="visually-hidden"> to {invitation.email}</span>
      </Button>
      <ConfirmButton
        label="Withdraw"
        question={`Withdraw the invitation to ${invitation.email}?`}
        text="The link in the email stops working at once."
        confirmLabel="Withdraw it"
        run={async () => {
          await rest.send('DELETE', hrefs.restInvitation(invitation.id), {})
          toast.show({ text: `The invitation to ${invitation.email} was withdrawn.` })
          await refetch()
        }}
      />
      {resend.isError && <ErrorState error={resend.error} />}
    </li>
  )
}
