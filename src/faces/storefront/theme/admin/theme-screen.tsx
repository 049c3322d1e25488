import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { Button, QueryState, ScreenHeader, useRest, WaitingPanel } from '../../../../platform/admin/parts.tsx'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { SettingGroups } from '../../../../things/settings/admin/setting-groups.tsx'
import { defaultTheme, restTheme, type Theme, themeSettings } from '../settings.ts'
import { colorTokens } from '../theme-css.ts'
import { ColorField, ContrastWarnings, ResetToken } from './color-field.tsx'
import { ThemePreview } from './theme-preview.tsx'
import styles from './theme-screen.module.css'

const colorFields = Object.fromEntries(colorTokens.map((name) => [name, ColorField]))

/** Colours, type and spacing of the whole shop, with a preview of unsaved changes. */
export function ThemeScreen({ tabs }: { tabs: ReactNode }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  const query = useRest<Theme>([restTheme], restTheme)
  const [shown, setShown] = useState<Partial<Theme>>({})
  const send = async (changes: Partial<Theme>) => {
    const saved = await rest.send<Theme>('PUT', restTheme, changes)
    queries.setQueryData([restTheme], saved)
    return saved
  }
  return (
    <div className={styles.screen}>
      <ScreenHeader title="Colours and type" />
      {tabs}
      <QueryState query={query} placeholder={<WaitingPanel />} />
      {query.data && (
        <div className={styles.columns}>
          <EditForm<Theme>
            initial={query.data}
            labels={{ save: 'Save changes', saved: '' }}
            actions={<ResetAll />}
            save={async ({ changes, before }) => {
              const saved = await send(changes)
              const previous = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes))
              toast.show({ text: 'Saved. The shop now shows it.', undo: () => send(previous) })
              return saved
            }}
          >
            <SettingGroups
              settings={themeSettings}
              custom={colorFields}
              intros={{ Colours: <ContrastWarnings /> }}
              After={ResetToken}
            />
            <FormWatcher onChange={setShown} />
          </EditForm>
          <ThemePreview theme={shown} />
        </div>
      )}
    </div>
  )
}

/** Sends values to the preview, which follows the save bar so that the keyboard need not pass through its page. */
function FormWatcher({ onChange }: { onChange: (values: Partial<Theme>) => void }) {
  const values = useWatch<Theme>()
  useEffect(() => onChange(values), [onChange, values])
  return null
}

function ResetAll() {
  const { setValue } = useFormContext()
  const reset = () => {
    for (const [name, value] of Object.entries(defaultTheme)) setValue(name, value, { shouldDirty: true })
  }
  return <Button label="Reset all" title="To the shop’s own look" onClick={reset} />
}
