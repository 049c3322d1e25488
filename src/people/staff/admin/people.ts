import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { PersonJson } from '../rest/user-json.ts'

export const people = resourceOf(['person', 'people'], 'People', paths.restUsers, paths.adminPeople)

export const personName = ({ name, email }: Pick<PersonJson, 'name' | 'email'>): string => name || email
