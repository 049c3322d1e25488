import { useEffect } from 'react'
import { paths } from '../../../../platform/web/routes.ts'

/** Leaves the back office for the home page in the page builder, where the server sends whoever opens the address itself. */
export function HomeScreen() {
  useEffect(() => location.replace(paths.adminHomePage), [])
  return null
}
