import { Puck } from '@puckeditor/core'
import '@puckeditor/core/puck.css'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('admin')
if (!root) throw new Error('The page has no place for the page builder')
createRoot(root).render(<Puck config={{ components: {} }} data={{}} />)
