import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { PersonJson } from '../rest/user-json.ts'

export const people: Resource = {
  names: ['person', 'people'],
  title: 'People',
  rest: paths.restUsers,
  screen: paths.adminPeople,
}

export const personName = ({ name, email }: Pick<PersonJson, 'name' | 'email'>): string => name || email
