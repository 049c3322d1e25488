import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '../access/permissions.ts'
import { paths } from '../web/routes.ts'
import { useAdminContext } from './admin-context.tsx'
import styles from './form.module.css'
import { type Change, type Edit, EditForm } from './form.tsx'
import { Tabs } from './list-controls.tsx'
import { QueryState, ScreenHeader, useRest } from './parts.tsx'

type SettingsScreenProps<T> = {
  readonly title: string
  readonly tab: 'shop' | 'payments'
  /** REST address that reads and updates the settings. */
  readonly href: string
  readonly savedText: string
  readonly children: (values: T, change: Change<T>) => ReactNode
}

/** Settings form of one REST address; submits only the changes. */
export function SettingsScreen<T extends object>({ title, tab, href, savedText, children }: SettingsScreenProps<T>) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const query = useRest<T>([href], href)
  const save = useMutation({
    mutationFn: ({ changes }: Edit<T>) => rest.send<T>('PUT', href, changes),
    onSuccess: (updated) => queries.setQueryData([href], updated),
  })
  return (
    <>
      <ScreenHeader title={title} />
      {can(user, 'shop.settings') && (
        <Tabs
          label="Settings"
          current={tab}
          tabs={[
            { key: 'shop', label: 'Shop', to: paths.adminSettings },
            { key: 'payments', label: 'Payments', to: paths.adminPayments },
          ]}
        />
      )}
      <QueryState query={query} />
      {query.data && (
        <EditForm
          initial={query.data}
          save={save}
          labels={{ save: 'Save changes', saved: savedText }}
          className={styles.settings}
        >
          {children}
        </EditForm>
      )}
    </>
  )
}
