import type { ComponentType } from 'react';
import {
  ChartColumn,
  ChartNoAxesGantt,
  Layers,
  Monitor,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  type LucideProps,
} from 'lucide-react';
import { PipelineIcon } from './PipelineIcon.tsx';
import type { ViewName } from '../stores/place.ts';

export interface ViewEntry {
  readonly name: ViewName;
  readonly title: string;
  readonly icon: ComponentType<LucideProps>;
  /** The key that leads there. */
  readonly key: string;
}

/** The views in the order of the navigation; settings stand at its foot. */
export const views: readonly ViewEntry[] = [
  { name: 'servers', title: 'Servers', icon: Server, key: '1' },
  { name: 'pipeline', title: 'Pipeline', icon: PipelineIcon, key: '2' },
  { name: 'timeline', title: 'Timeline', icon: ChartNoAxesGantt, key: '3' },
  { name: 'approvals', title: 'Approvals', icon: ShieldCheck, key: '4' },
  { name: 'clients', title: 'Clients', icon: Monitor, key: '5' },
  { name: 'captures', title: 'Captures', icon: Layers, key: '6' },
  { name: 'charts', title: 'Charts', icon: ChartColumn, key: '7' },
  { name: 'settings', title: 'Settings', icon: SlidersHorizontal, key: '8' },
];
