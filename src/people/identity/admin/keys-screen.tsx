import { useMay } from '../../../platform/admin/admin-context.tsx'
import { LoadTogether } from '../../../platform/admin/form/load-together.tsx'
import { SectionTabs } from '../../../platform/admin/list/list-controls.tsx'
import { ScreenHeader, Time } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../capabilities.ts'
import type { ApiKeyJson, NewApiKeyJson } from '../rest/api-keys.ts'
import type { ApplicationPasswordJson, NewApplicationPasswordJson } from '../rest/application-passwords.ts'
import { Credentials } from './credentials.tsx'
import styles from './keys-screen.module.css'

export function KeysScreen() {
  const mayManage = useMay(usersManage)
  return (
    <>
      <ScreenHeader title="Keys" />
      <SectionTabs />
      <LoadTogether>
        <div className={styles.screen}>
          {mayManage && <ApiKeys />}
          <ApplicationPasswords />
        </div>
      </LoadTogether>
    </>
  )
}

const permissionNames = { read: 'Read', write: 'Write', read_write: 'Read and write' } as const

const ApiKeys = () => (
  <Credentials<ApiKeyJson, NewApiKeyJson>
    title="API keys"
    intro="For accounting, shipping and other programs that speak WooCommerce’s REST API. A key may do what you may, within its permissions."
    empty="No program has a key yet."
    rest={paths.restKeys}
    idOf={(key) => String(key.key_id)}
    describe={(key) => (
      <>
        {permissionNames[key.permissions]}, {key.user_name}, ends with <code>{key.truncated_key}</code>,{' '}
        <LastUse gmt={key.last_access} />
      </>
    )}
    nameField="description"
    nameLabel="What the key is for"
    secretsOf={(key) => [
      ['Consumer key', key.consumer_key],
      ['Consumer secret', key.consumer_secret],
    ]}
  >
    <label>
      Permissions
      <select name="permissions" defaultValue="read">
        {Object.entries(permissionNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  </Credentials>
)

const ApplicationPasswords = () => (
  <Credentials<ApplicationPasswordJson, NewApplicationPasswordJson>
    title="Application passwords"
    intro="For apps that sign in as you, with your email address and one of these in place of your password."
    empty="No app has a password yet."
    rest="/wp-json/wp/v2/users/me/application-passwords"
    idOf={(password) => password.uuid}
    describe={(password) => <LastUse gmt={password.last_used} />}
    nameField="name"
    nameLabel="Name of the app"
    secretsOf={({ password }) => [['Password', password]]}
  />
)

const LastUse = ({ gmt }: { gmt: string | null }) =>
  gmt === null ? (
    'never used'
  ) : (
    <>
      last used <Time gmt={gmt} />
    </>
  )
