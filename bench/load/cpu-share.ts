import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const roots = { v1: '/sys/fs/cgroup/cpu', v2: '/sys/fs/cgroup' };

/** A bound on the processor time of one process; kept by the kernel. */
export interface CpuShare {
  hold(pid: number): void;
  close(): void;
}

function create(version: 'v1' | 'v2', name: string, share: number, periodUs: number): CpuShare {
  const folder = join(roots[version], name);
  mkdirSync(folder);
  const quotaUs = Math.round(periodUs * share);
  if (version === 'v2') writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`);
  else {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  return {
    hold: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    close() {
      try {
        rmdirSync(folder);
      } catch {
        // its processes are still ending; an empty group costs nothing
      }
    },
  };
}

/**
 * A group that gets at most `share` of one processor in each period (cgroup quota). Undefined where this machine lets
 * no one set one: one process cannot be compared with two then, for both would share whatever the load generator leaves.
 */
export function cpuShare(name: string, share: number, periodUs: number): CpuShare | undefined {
  const version = existsSync(join(roots.v1, 'cpu.cfs_quota_us')) ? 'v1' : 'v2';
  try {
    return create(version, name, share, periodUs);
  } catch {
    return undefined;
  }
}
