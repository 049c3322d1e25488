import { type Role, roleNames, roles } from '../../../platform/access/permissions.ts'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { Badge } from '../../../platform/admin/parts.tsx'
import type { PersonJson } from '../rest/user-json.ts'
import { people, personName } from './people.ts'
import { PersonActions } from './person-actions.tsx'
import { RoleRights } from './role-rights.tsx'

type PersonFields = Pick<PersonJson, 'name' | 'email'> & { readonly role: Role }

const { Field, Select } = formFields<PersonFields>()

export const PersonScreen = () => (
  <FormScreen<PersonJson, PersonFields>
    resource={people}
    context="edit"
    titleOf={personName}
    empty={{ name: '', email: '', role: 'customer' }}
    toValues={({ name, email, roles: [role = 'customer'] }) => ({ name, email, role })}
    toBody={({ name, email, role }) => ({ name, email, roles: [role] })}
    errorFields={{
      existing_user_email: 'email',
      samovar_rest_last_administrator: 'role',
    }}
    badge={({ status, roles: [role = 'customer'] }) => (
      <>
        <Badge>{roleNames[role]}</Badge>
        {status === 'disabled' && <Badge tone="berry">Disabled</Badge>}
      </>
    )}
    aside={(person) => <PersonActions person={person} />}
  >
    <FieldGroup title="Person">
      <Field name="name" label="Name" required maxLength={100} />
      <Field name="email" label="Email address" type="email" required maxLength={200} />
      <Select name="role" label="Role" options={roles.map((role) => [role, roleNames[role]])} />
      <RoleRights>A new role signs the person out everywhere.</RoleRights>
    </FieldGroup>
  </FormScreen>
)
