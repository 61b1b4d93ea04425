/** The signed-in layout with the screen that most visits start on: one file, so that one request loads both. */
export { OverviewScreen } from '../features/overview/overview-screen.tsx'
export { DefaultLayout } from './shell/default-layout.tsx'
