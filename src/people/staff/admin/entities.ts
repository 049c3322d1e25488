import { entity, lister, type Named } from '../../../platform/admin/entity.ts'
import { paths } from '../../../platform/web/routes.ts'

export const staffEntities = {
  people: entity(
    'person',
    'Search people by name or email',
    lister<Named & { readonly email: string }>(paths.restUsers, { context: 'edit' }, ({ name, email }) => ({
      label: name || email,
      detail: email,
    })),
  ),
}
