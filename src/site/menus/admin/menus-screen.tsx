import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { EditForm } from '../../../platform/admin/form/form.tsx'
import { QueryState, ScreenHeader, useRest, WaitingPanel } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { MenusJson } from '../rest/menus.ts'
import type { Row } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'

type MenuValues = Omit<MenusJson, 'top' | 'side' | 'footer'> &
  Readonly<Record<'top' | 'side' | 'footer', readonly Row[]>>

const { Field } = formFields<MenuValues>()

const rowsOf = (items: MenusJson['top']): readonly Row[] => items.map((item, index) => ({ ...item, key: `${index}` }))
const valuesOf = (json: MenusJson): MenuValues => ({
  ...json,
  top: rowsOf(json.top),
  side: rowsOf(json.side),
  footer: rowsOf(json.footer),
})

export function MenusScreen() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const href = paths.restMenus
  const query = useRest<MenusJson>([href], href)
  const initial = useMemo(() => query.data && valuesOf(query.data), [query.data])
  return (
    <>
      <ScreenHeader title="Menus" />
      <QueryState query={query} placeholder={<WaitingPanel />} />
      {initial && (
        <EditForm<MenuValues>
          initial={initial}
          labels={{ save: 'Save the menus', saved: 'Saved. Every page shows them now.' }}
          save={async ({ values }) => {
            const saved = await rest.send<MenusJson>('PUT', href, values)
            queries.setQueryData([href], saved)
            return valuesOf(saved)
          }}
        >
          <MenuTree
            name="top"
            title="Top menu"
            hint="In the header of every page, and in the menu that slides out on phones. One that is too long for the header slides out everywhere."
          />
          <MenuTree
            name="side"
            title="Side menu"
            hint="Below the top menu in the one that slides out. If it has items, that menu opens on wide screens, too."
          >
            <Field
              name="side_url"
              label="Address that the side menu is loaded from"
              hint="A page of this shop such as /tea-guide/: its links take the place of the side menu when it opens. Leave it empty for none."
              maxLength={500}
            />
          </MenuTree>
          <MenuTree
            name="footer"
            title="Footer"
            hint="Items of the outer level are titles of columns, with or without an address."
            hasColumns
          />
        </EditForm>
      )}
    </>
  )
}
