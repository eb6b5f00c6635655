import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/ids.ts';
import { enquiryPath, studioProjectPath, userPath } from '@atelier/domain/pages.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';
import type { PlaceGroup } from './place.ts';

/** Most of each kind that are shown: whoever looks for more goes to the list itself. */
const LIMIT = 5;

/** Projects, people and enquiries in which a text is found: three calls at once, each taken back when the text changes. */
export function findPlaces(q: string) {
  return [
    queryOptions({
      queryKey: [...adminKeys.projects, 'palette', q],
      queryFn: async ({ signal }): Promise<PlaceGroup> => {
        const query = { q, status: 'all', limit: LIMIT } as const;
        const { items } = await callApi(api.listProjects, { query, signal });
        return {
          label: 'Projects',
          items: items.map((project) => ({
            to: studioProjectPath(project._id),
            label: projectTitle(project),
            detail: `#${shortId(project._id)}`,
          })),
        };
      },
      enabled: q !== '',
    }),
    queryOptions({
      queryKey: [...adminKeys.users, 'palette', q],
      queryFn: async ({ signal }): Promise<PlaceGroup> => {
        const items = await callApi(api.listUsers, { query: { q, limit: LIMIT }, signal });
        return {
          label: 'People',
          items: items.map((user) => ({
            to: userPath(user._id),
            label: user.username ?? user.email,
            detail: user.username ? user.email : '',
          })),
        };
      },
      enabled: q !== '',
    }),
    queryOptions({
      queryKey: [...adminKeys.enquiries, 'palette', q],
      queryFn: async ({ signal }): Promise<PlaceGroup> => {
        const query = { q, status: 'all', limit: LIMIT } as const;
        const { items } = await callApi(api.listEnquiries, { query, signal });
        return {
          label: 'Enquiries',
          items: items.map((enquiry) => ({
            to: enquiryPath(enquiry._id),
            label: enquiry.name,
            detail: enquiry.email,
          })),
        };
      },
      enabled: q !== '',
    }),
  ] as const;
}
