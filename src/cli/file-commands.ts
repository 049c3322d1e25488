import { type Command, Option } from 'commander'
import { ConfigurationError, parseEnv } from '../platform/env.ts'
import { diskStore } from '../platform/files/disk-store.ts'
import { FileStoreError } from '../platform/files/file-store.ts'
import { moveFiles } from '../platform/files/move-files.ts'
import { bucketStore } from '../platform/files/open-file-store.ts'
import { progressReporter, type Terminal } from './terminal.ts'

const moveHelp = `
The variables S3_… name the bucket, DATA_DIR the folder. Every file is copied unless it is there with the same size, and
none is deleted: the command may be interrupted and repeated, while the shop is open. Then start the shop with the other
storage (with the variables S3_… for the bucket, without them for the disk) and run the command once more, for what was
uploaded meanwhile.

Examples:
  npm run shop -- files move --to s3
  npm run shop -- files move --to disk`

export function addFileCommands(program: Command, terminal: Terminal): void {
  program
    .command('files')
    .description('pictures, videos and downloads')
    .command('move')
    .description('copy all files from the disk to S3, or back')
    .addOption(new Option('--to <storage>', 'where they go').choices(['s3', 'disk']).makeOptionMandatory())
    .addHelpText('after', moveHelp)
    .action(({ to }: { to: 's3' | 'disk' }) => move(terminal, to))
}

async function move(terminal: Terminal, to: 's3' | 'disk'): Promise<void> {
  const env = parseEnv(terminal.env)
  const [disk, bucket] = [diskStore(env.DATA_DIR), bucketStore(env)]
  if (!bucket) throw new ConfigurationError('Which bucket? Set the variables S3_… for this command.')
  const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk]
  const { copied, present } = await moveFiles(from, target, progressReporter(terminal, 'files')).catch((error) => {
    if (!(error instanceof FileStoreError)) throw error
    throw new ConfigurationError(`${error.message}\nWhat was copied stays. Run the command again to go on.`)
  })
  terminal.out(`${copied} files copied, ${present} were there. None was deleted.\n`)
  const start = to === 's3' ? 'with the variables S3_…' : 'without the variables S3_…'
  terminal.out(
    copied === 0 ? '' : `Start the shop ${start}, and run this command once more for what was uploaded meanwhile.\n`,
  )
}
