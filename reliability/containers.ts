/**
 * npm run check:containers: builds the image of the Dockerfile with podman and runs it as an ordinary user with a
 * read-only root: with the embedded database in a volume, replaced by a newer image, and on a PostgreSQL server.
 * Needs podman and runc; without a registry also root and debootstrap, to assemble the base image from Debian's packages.
 *
 *     npm run check:containers
 *     NODE_IMAGE=example.org/node:24 npm run check:containers     another base image
 *     PLANT=1 npm run check:containers                            loses the volume at the upgrade: must fail
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinnedNode, root } from '../tools/bootstrap/install.mjs'
import { createReport } from './check-report.ts'
import { createCluster, initPrimary } from './failover/cluster.ts'
import { freePort } from './running-server.ts'

const name = `plumbline-check-${process.pid}`
const officialNode = 'docker.io/library/node:24-bookworm-slim'
const readyTimeoutMs = 120_000
const linkTimeoutMs = 30_000
const stopTimeoutSeconds = 30
/** Small machines do not allow the limits that podman sets by default. */
const limits = ['--ulimit', 'nofile=8192:8192', '--ulimit', 'nproc=4096:4096']
const report = createReport()
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-containers-'))
const images: string[] = []

function podman(...args: string[]): string {
  return execFileSync('podman', ['--runtime', 'runc', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 100_000_000,
  }).trim()
}

function succeeds(...args: string[]): boolean {
  return spawnSync('podman', ['--runtime', 'runc', ...args], { stdio: 'ignore' }).status === 0
}

function findBaseImage(): string {
  const wanted = process.env.NODE_IMAGE ?? officialNode
  if (succeeds('image', 'exists', wanted) || succeeds('pull', wanted)) return wanted
  console.log(`${wanted} cannot be reached: assembling Debian with Node ${process.version}`)
  return assembleBaseImage()
}

/** Debian with the Node that runs this, npm and a user called node. */
function assembleBaseImage(): string {
  const files = path.join(folder, 'base')
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', files], { stdio: 'ignore' })
  cpSync(pinnedNode(), path.join(files, 'usr/local/bin/node'))
  const modules = path.join(files, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  const installed = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(path.join(installed, 'npm'), path.join(modules, 'npm'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(files, 'usr/local/bin/npm'))
  execFileSync('chroot', [files, 'useradd', '--create-home', '--uid', '1000', 'node'])
  const archive = path.join(folder, 'base.tar')
  execFileSync('tar', ['-C', files, '-cf', archive, '.'])
  const image = `localhost/${name}-base`
  podman('import', archive, image)
  images.push(image)
  return image
}

function build(base: string, tag: string): string {
  const context = path.join(folder, 'context')
  if (!existsSync(context)) {
    mkdirSync(context)
    const archive = path.join(folder, 'context.tar')
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root })
    execFileSync('tar', ['-cf', archive, '--null', '--files-from=-'], { cwd: root, input: tracked })
    execFileSync('tar', ['-C', context, '-xf', archive])
  }
  const image = `localhost/${name}:${tag}`
  // The machine's certificates, for a registry of packages behind a certificate of its own.
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  const trust = existsSync(certificates)
    ? ['--volume', `${certificates}:${certificates}:ro`, '--env', `NODE_EXTRA_CA_CERTS=${certificates}`]
    : []
  const options = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host', ...limits, ...trust]
  podman(
    'build',
    ...options,
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '--label',
    `release=${tag}`,
    '-t',
    image,
    context,
  )
  images.push(image)
  return image
}

interface Container {
  base: string
  run(...command: string[]): string
  /** Whether a command succeeds in it. */
  succeeds(...command: string[]): boolean
  isHealthy(): boolean
  logs(): string
  /** Stops it as an orchestrator does, and returns its exit status. */
  stop(): number
}

const containers: string[] = []

async function start(image: string, options: readonly string[]): Promise<Container> {
  const port = await freePort()
  const container = `${name}-${containers.length}`
  containers.push(container)
  const environment = ['-e', `PORT=${port}`, '-e', 'HOST=127.0.0.1', '-e', 'PLUMBLINE_DEMO=0']
  podman(
    ...['run', '--detach', '--name', container, '--network', 'host', '--read-only', ...limits],
    ...environment,
    ...options,
    image,
  )
  const base = `http://127.0.0.1:${port}`
  const deadline = Date.now() + readyTimeoutMs
  while (!(await fetch(`${base}/readyz`).catch(() => null))?.ok) {
    const isRunning = podman('inspect', '--format', '{{.State.Running}}', container) === 'true'
    if (!isRunning || Date.now() > deadline)
      throw new Error(`the container is not ready:\n${podman('logs', container)}`)
    await sleep(100)
  }
  return {
    base,
    run: (...command) => podman('exec', container, ...command),
    succeeds: (...command) => succeeds('exec', container, ...command),
    isHealthy: () => succeeds('healthcheck', 'run', container),
    logs: () => podman('logs', container),
    stop() {
      podman('stop', '--time', String(stopTimeoutSeconds), container)
      return Number(podman('inspect', '--format', '{{.State.ExitCode}}', container))
    },
  }
}

const familyName = 'Kept Over The Upgrade'
const password = randomBytes(18).toString('base64url')

async function post(url: string, body: object, access: string | null = null): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  })
}

async function signIn({ base }: Container): Promise<string | null> {
  const reply = await post(`${base}/auth/login/`, { username: 'first', password })
  return reply.ok ? ((await reply.json()) as { access: string }).access : null
}

/** Becomes the first administrator by the link that the server prints, and creates a family. */
async function setUp(container: Container): Promise<void> {
  const parameters = Object.fromEntries((await findPrintedLink(container)).searchParams)
  const user = { username: 'first', name: 'First Administrator', email: 'first@example.com', password }
  const joined = await post(`${container.base}/auth/invitation/`, { ...parameters, ...user })
  report.check('the printed link creates the first administrator', joined.ok)
  const family = { name: familyName, currency: 'EUR' }
  const created = await post(`${container.base}/api/families/`, family, await signIn(container))
  report.check('the administrator creates a family', created.ok)
}

/** The server prints the link once it is ready. */
async function findPrintedLink(container: Container): Promise<URL> {
  const deadline = Date.now() + linkTimeoutMs
  for (;;) {
    const [link] = /http\S+\/user-invitation\S+/.exec(container.logs()) ?? []
    if (link) return new URL(link)
    if (Date.now() > deadline) throw new Error(`no link was printed:\n${container.logs()}`)
    await sleep(100)
  }
}

async function hasFamily(container: Container): Promise<boolean> {
  const reply = await post(`${container.base}/api/families/list/`, {}, await signIn(container))
  return reply.ok && (await reply.text()).includes(familyName)
}

async function checkEmbedded(first: string, second: string): Promise<void> {
  const volume = ['--volume', `${name}-data:/data`]
  const old = await start(first, volume)
  report.check('runs as an ordinary user', old.run('id', '-u') !== '0')
  report.check('its root is read-only', !old.succeeds('sh', '-c', 'echo > /app/written'))
  report.check('its health check passes', old.isHealthy())
  await setUp(old)
  const invited = old.run('node', 'apps/api/src/commands/invite-admin.ts', 'second@example.com')
  report.check('prints a link for another administrator', invited.includes('http'))
  report.check('ends with status 0 when it is stopped', old.stop() === 0)
  const upgraded = await start(second, process.env.PLANT === '1' ? [] : volume)
  report.check('a newer image keeps the users and families of the volume', await hasFamily(upgraded))
  upgraded.stop()
}

async function checkDatabaseServer(image: string): Promise<void> {
  const serverFolder = path.join(folder, 'server')
  const cluster = await createCluster(serverFolder)
  const masterKey = path.join(folder, 'master.key')
  writeFileSync(masterKey, randomBytes(32).toString('base64'))
  chmodSync(masterKey, 0o644)
  try {
    await initPrimary(cluster, serverFolder)
    const options = [
      ...['-e', `DATABASE_URL=postgres://plumbline_owner@127.0.0.1:${cluster.port}/plumbline`],
      ...['-e', 'PLUMBLINE_MASTER_KEY_FILE=/run/secrets/master_key'],
      ...['--volume', `${masterKey}:/run/secrets/master_key:ro`],
    ]
    const one = await start(image, options)
    await setUp(one)
    const two = await start(image, options)
    report.check('two containers share one PostgreSQL server', await hasFamily(two))
    report.check('both end with status 0', one.stop() === 0 && two.stop() === 0)
  } finally {
    await cluster.stop()
  }
}

try {
  const base = findBaseImage()
  const first = build(base, 'first')
  const megabytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', first)) / 1e6
  const baseMegabytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', base)) / 1e6
  console.log(
    `the image has ${Math.round(megabytes)} MB, ${Math.round(megabytes - baseMegabytes)} above its base`,
  )
  await checkEmbedded(first, build(base, 'second'))
  await checkDatabaseServer(first)
} finally {
  for (const container of containers) succeeds('rm', '--force', '--volumes', container)
  succeeds('volume', 'rm', `${name}-data`)
  for (const image of images.reverse()) succeeds('rmi', '--force', image)
  rmSync(folder, { recursive: true, force: true })
}
report.print()
