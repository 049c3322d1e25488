// Builds the browser's files and the server into dist/, as vite.config.ts says.
import { createBuilder } from 'vite'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
