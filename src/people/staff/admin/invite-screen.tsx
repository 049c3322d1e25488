import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type Role, roleNames, staffRoles } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import styles from '../../../platform/admin/form/form.module.css'
import { EditForm } from '../../../platform/admin/form/form.tsx'
import { useListHref } from '../../../platform/admin/list/list-state.ts'
import { ScreenHeader } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { people } from './people.ts'
import { RoleRights } from './role-rights.tsx'

type InviteFields = { readonly email: string; readonly role: Role }

const { Field, Select } = formFields<InviteFields>()

export function InviteScreen() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return (
    <>
      <ScreenHeader title="Invite a person" backLink={{ to: useListHref(people.screen), label: people.title }} />
      <EditForm<InviteFields>
        initial={{ email: '', role: 'editor' }}
        className={styles.screen}
        labels={{ save: 'Send the invitation', saved: '' }}
        save={async ({ values }) => {
          await rest.send('POST', paths.restInvitations, values)
          void queries.invalidateQueries({ queryKey: [paths.restInvitations] })
          toast.show({ text: `The invitation is on its way to ${values.email}.` })
          await navigate(people.screen, { replace: true })
          return values
        }}
      >
        <FieldGroup title="Invitation">
          <Field name="email" label="Email address" type="email" required maxLength={200} isWide />
          <Select name="role" label="Role" options={staffRoles.map((role) => [role, roleNames[role]])} />
          <RoleRights />
        </FieldGroup>
        <p className={styles.soft}>
          They choose name and password with the link in the email, which works for a week. A customer becomes one of
          the staff only when they accept.
        </p>
      </EditForm>
    </>
  )
}
