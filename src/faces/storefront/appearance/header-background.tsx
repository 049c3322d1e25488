import styles from './header-background.module.css'
import type { AppearanceSettings } from './settings.ts'

/** A decorative picture that begins behind the header and is moved down by the header's height (SITE-07). */
export const HeaderBackground = ({ settings }: { settings: AppearanceSettings }) =>
  settings.headerBackground === '' ? null : (
    <div
      className={`header-background ${styles.picture}`}
      style={{ backgroundImage: `url("${settings.headerBackground}")` }}
    />
  )

/** Body class of pages whose header overlays the picture. */
export function headerClass(settings: AppearanceSettings, bodyClass: string): string {
  const { transparentHeader: pages, headerBackground } = settings
  const isShown = pages === 'all' || (pages === 'home' && bodyClass.split(' ').includes('home'))
  return isShown && headerBackground !== '' ? ' transparent-header' : ''
}
