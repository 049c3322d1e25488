import styles from './header-background.module.css'
import type { AppearanceSettings } from './settings.ts'

/** Decoration that begins behind the header; its picture is moved down to where the header ends (SITE-07). */
export const HeaderBackground = ({ settings }: { settings: AppearanceSettings }) =>
  settings.headerBackground === '' ? null : (
    <div
      className={`header-background ${styles.picture}`}
      style={{ backgroundImage: `url("${settings.headerBackground}")` }}
    />
  )

/** Class of the pages whose header lies on the picture. */
export function headerClass(settings: AppearanceSettings, bodyClass: string): string {
  const { transparentHeader: pages, headerBackground } = settings
  const isShown = pages === 'all' || (pages === 'home' && bodyClass.split(' ').includes('home'))
  return isShown && headerBackground !== '' ? ' transparent-header' : ''
}
